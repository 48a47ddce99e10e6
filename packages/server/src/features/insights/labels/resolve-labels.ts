import type { AnswerMethod } from '@avow/contract';
import type { MessageId } from '@avow/foundation';
import type { Label } from '../../records/record-store.ts';

/** The verdict on one answer. */
export interface ResolvedLabel {
  readonly messageId: MessageId;
  readonly isRight: boolean;
  readonly score: number;
  readonly band: string;
  readonly method: AnswerMethod;
  readonly askedAtMs: number;
  /** Whether only visitors have labelled it: everybody else's word goes before theirs. */
  readonly isByVisitors: boolean;
}

/** Combines the labels of each answer: the majority decides, and the newest label in a tie. */
export function resolveLabels(labels: readonly Label[]): ResolvedLabel[] {
  const byMessage = Map.groupBy(labels, ({ messageId }) => messageId);
  return [...byMessage].map(([messageId, all]) => {
    const known = all.filter(({ isFromVisitor }) => !isFromVisitor);
    const own = known.length > 0 ? known : all;
    const newest = own.reduce((best, label) => (label.labelledAtMs > best.labelledAtMs ? label : best));
    const lead = own.reduce((sum, { isRight }) => sum + (isRight ? 1 : -1), 0);
    return {
      messageId,
      isRight: lead === 0 ? newest.isRight : lead > 0,
      score: newest.score,
      band: newest.band,
      method: newest.evidence.method,
      askedAtMs: newest.askedAtMs,
      isByVisitors: known.length === 0,
    };
  });
}
