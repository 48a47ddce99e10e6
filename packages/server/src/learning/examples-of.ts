import { isEndUser } from '../confidence/author-names.ts';
import type { LabelledExample } from '../interfaces/confidence.ts';
import type { Label } from '../interfaces/learning-store.ts';

/**
 * What labels, newest first, are fitted on: one example for each answer, however many speak of it, so that many voices on
 * one answer weigh no more than one. Most are believed, and where they are as many the one who spoke last.
 */
export function examplesOf(newestFirst: readonly Label[]): LabelledExample[] {
  const byMessage = Map.groupBy(newestFirst, ({ messageId }) => messageId);
  return [...byMessage.values()].flatMap((own) => {
    const lead = own.reduce((sum, { isRight }) => sum + (isRight ? 1 : -1), 0);
    const isRight = lead === 0 ? own[0]?.isRight : lead > 0;
    const believed = own.filter((label) => label.isRight === isRight);
    // Where the tenant's own word is among them, it is that: no end user's share is spent on it.
    return believed.find(({ author }) => !isEndUser(author)) ?? believed[0] ?? [];
  });
}
