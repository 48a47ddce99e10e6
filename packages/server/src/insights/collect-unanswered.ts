import { insightLimits, type UnansweredCause } from '@avow/contract';
import type { Nearest } from '../interfaces/answering.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { InsightStore, MessageFacts } from '../interfaces/insight-store.ts';
import type { Period } from '../interfaces/insights.ts';
import type { LearningStore } from '../interfaces/learning-store.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { GiveWay } from './create-turns.ts';
import { type Counted, isAnswer, isNotCovered, readFacts } from './read-facts.ts';
import { readLabels } from './read-labels.ts';
import { causeOf, nearestOf, questionOf, readMessages } from './read-messages.ts';

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
  readonly leftOutCount: number;
  /** Whether there were more labels than were read: some that were called wrong may be missing. */
  readonly areLabelsTruncated: boolean;
}

export interface CollectParts {
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly learning: Pick<LearningStore, 'listLabels'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
}

/** Questions that found no answer or a weak one, or whose answer people called wrong. */
export async function collectUnanswered(
  { insights, learning, records }: CollectParts,
  tenantId: TenantId,
  period: Period,
  giveWay: GiveWay,
): Promise<CollectedQuestions> {
  const { labels, isTruncated } = await readLabels(learning, tenantId, period, giveWay);
  const isRight = new Map(labels.map((label) => [label.messageId, label.isRight]));
  /** Null: why is in the record. */
  const causes = new Map<MessageId, UnansweredCause | null>();
  let leftOutCount = 0;
  const counted = await readFacts(insights, tenantId, period, {
    giveWay,
    visit: (facts) => {
      const found = whyListed(facts, isRight.get(facts.messageId));
      if (!found.isListed) return;
      if (causes.size < insightLimits.questionsMax) causes.set(facts.messageId, found.cause);
      else leftOutCount += 1;
    },
  });
  const questions: UnansweredQuestion[] = [];
  await readMessages(records, tenantId, [...causes.keys()], {
    giveWay,
    visit: (message) => {
      const { messageId, createdAtMs, contentState, endUserId } = message.stored;
      const text = questionOf(message);
      if (text === null) leftOutCount += 1;
      else
        questions.push({
          messageId,
          askedAtMs: createdAtMs,
          text,
          isRedacted: contentState === 'redacted',
          endUserId,
          cause: causes.get(messageId) ?? causeOf(message.content),
          nearest: nearestOf(message.content),
        });
    },
  });
  return { counted, questions, leftOutCount, areLabelsTruncated: isTruncated };
}

function whyListed(
  facts: MessageFacts,
  isRight: boolean | undefined,
): { readonly isListed: boolean; readonly cause: UnansweredCause | null } {
  if (isNotCovered(facts)) return { isListed: true, cause: null };
  if (!isAnswer(facts)) return { isListed: false, cause: null };
  if (isRight === false) return { isListed: true, cause: 'called_wrong' };
  // A weak answer that people called right needs no other.
  return { isListed: facts.band === 'low' && isRight !== true, cause: 'low_confidence' };
}
