import { isEndUser } from '@avow/foundation';
import type { Label } from '../../records/record-store.ts';

/**
 * Builds one training example per answer from labels, newest first, so that many labels on one answer weigh no more than
 * one. The majority decides, and the newest label in a tie.
 */
export function buildExamples<One extends Pick<Label, 'messageId' | 'author' | 'isRight'>>(
  newestFirst: readonly One[],
): One[] {
  const byMessage = Map.groupBy(newestFirst, ({ messageId }) => messageId);
  return [...byMessage.values()].flatMap((own) => {
    const lead = own.reduce((sum, { isRight }) => sum + (isRight ? 1 : -1), 0);
    const isRight = lead === 0 ? own[0]?.isRight : lead > 0;
    const majority = own.filter((label) => label.isRight === isRight);
    // A label from the tenant's own keys is preferred, because the share of labels from one end user is limited.
    return majority.find(({ author }) => !isEndUser(author)) ?? majority[0] ?? [];
  });
}
