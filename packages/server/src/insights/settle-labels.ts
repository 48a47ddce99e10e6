import type { AnswerWay } from '@avow/contract';
import type { MessageId } from '../interfaces/identity.ts';
import type { Label } from '../interfaces/learning-store.ts';

/** What is taken for true of one answer. */
export interface SettledLabel {
  readonly messageId: MessageId;
  readonly isRight: boolean;
  readonly score: number;
  readonly band: string;
  readonly way: AnswerWay;
  readonly askedAtMs: number;
}

/** Of several who speak of one answer most are believed, and where they are as many the one who spoke last. */
export function settleLabels(labels: readonly Label[]): SettledLabel[] {
  const byMessage = Map.groupBy(labels, ({ messageId }) => messageId);
  return [...byMessage].map(([messageId, own]) => {
    const newest = own.reduce((best, label) => (label.labelledAtMs > best.labelledAtMs ? label : best));
    const lead = own.reduce((sum, { isRight }) => sum + (isRight ? 1 : -1), 0);
    return {
      messageId,
      isRight: lead === 0 ? newest.isRight : lead > 0,
      score: newest.score,
      band: newest.band,
      way: newest.evidence.way,
      askedAtMs: newest.askedAtMs,
    };
  });
}
