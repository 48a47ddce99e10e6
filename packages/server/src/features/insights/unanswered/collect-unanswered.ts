import type { Nearest } from '@avow/answering';
import { insightLimits, type UnansweredCause } from '@avow/contract/insights';
import type { MessageId, TenantId } from '@avow/foundation';
import type { GiveWay } from '@avow/foundation/concurrency';
import type { FeedbackStore } from '../../feedback/feedback-store.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { mayRead } from '../../records/records.ts';
import type { InsightStore, MessageFacts } from '../insight-store.ts';
import type { ReadablePeriod } from '../insights.ts';
import { readLabels } from '../labels/read-labels.ts';
import type { ResolvedLabel } from '../labels/resolve-labels.ts';
import { type Counted, isAnswer, isNotCovered, readMessageFacts } from '../read-message-facts.ts';
import { causeOf, nearestContentOf, questionOf, visitMessages } from '../visit-messages.ts';

export interface UnansweredQuestion {
  readonly messageId: MessageId;
  readonly askedAtMs: number;
  /** As stored. */
  readonly text: string;
  readonly isRedacted: boolean;
  readonly endUserId: string | null;
  readonly cause: UnansweredCause;
  readonly nearest: readonly Omit<Nearest, 'score'>[];
}

export interface CollectedQuestions {
  readonly counted: Counted;
  /** Newest first. */
  readonly questions: readonly UnansweredQuestion[];
  readonly omittedCount: number;
  /** Whether there are more labels than were read: some answers reported wrong may be missing. */
  readonly areLabelsTruncated: boolean;
}

export interface MessageReading {
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly feedback: Pick<FeedbackStore, 'listLabels'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
}

/** Questions with no answer, an answer with low confidence, or an answer reported wrong, as far as the reader may see them. */
export async function collectUnanswered(
  { insights, feedback, records }: MessageReading,
  tenantId: TenantId,
  period: ReadablePeriod,
  giveWay: GiveWay,
): Promise<CollectedQuestions> {
  const { labels, isTruncated } = await readLabels(feedback, tenantId, period, giveWay);
  const labelOf = new Map(labels.map((label) => [label.messageId, label]));
  /** Null: the cause is in the record. */
  const causes = new Map<MessageId, UnansweredCause | null>();
  let omittedCount = 0;
  const counted = await readMessageFacts(insights, tenantId, period, {
    giveWay,
    visit: (facts) => {
      if (!mayRead(facts.audience, period.readableBy)) return;
      const found = classifyMessage(facts, labelOf.get(facts.messageId));
      if (!found.isUnanswered) return;
      if (causes.size < insightLimits.questionsMax) causes.set(facts.messageId, found.cause);
      else omittedCount += 1;
    },
  });
  const questions: UnansweredQuestion[] = [];
  await visitMessages(records, tenantId, [...causes.keys()], {
    giveWay,
    visit: (message) => {
      const { messageId, createdAtMs, contentState, endUserId } = message.stored;
      const text = questionOf(message);
      if (text === null) omittedCount += 1;
      else
        questions.push({
          messageId,
          askedAtMs: createdAtMs,
          text,
          isRedacted: contentState === 'redacted',
          endUserId,
          cause: causes.get(messageId) ?? causeOf(message.content),
          nearest: nearestContentOf(message.content),
        });
    },
  });
  return { counted, questions, omittedCount, areLabelsTruncated: isTruncated };
}

function classifyMessage(
  facts: MessageFacts,
  label: Pick<ResolvedLabel, 'isRight' | 'isByVisitors'> | undefined,
): { readonly isUnanswered: boolean; readonly cause: UnansweredCause | null } {
  if (isNotCovered(facts)) return { isUnanswered: true, cause: null };
  if (!isAnswer(facts)) return { isUnanswered: false, cause: null };
  if (label?.isRight === false)
    return { isUnanswered: true, cause: label.isByVisitors ? 'reported_wrong_by_visitor' : 'reported_wrong' };
  // A low-confidence answer that people confirmed needs no attention; strangers cannot confirm it.
  const isConfirmed = label?.isRight === true && !label.isByVisitors;
  return { isUnanswered: facts.band === 'low' && !isConfirmed, cause: 'low_confidence' };
}
