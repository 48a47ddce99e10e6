import { qnaPreviewLimits } from '@avow/contract/content';
import type { SourceType } from '@avow/contract/values';
import type { MessageId, TenantId } from '@avow/foundation';
import type { GiveWay } from '@avow/foundation/concurrency';
import type { RecordStore } from '../../records/record-store.ts';
import type { InsightStore, MessageFacts } from '../insight-store.ts';
import type { Period } from '../insights.ts';
import { type Counted, isAnswer, isNotCovered, readMessageFacts } from '../read-message-facts.ts';
import { type Phrasing, phrasingsOf } from '../unanswered/group-questions.ts';
import { questionOf, visitMessages } from '../visit-messages.ts';

/** A question that was asked, once for all messages that asked it in these words. */
export interface PastQuestion {
  readonly phrasing: Phrasing;
  readonly lastMessageId: MessageId;
  readonly lastAskedAtMs: number;
  /** What answered it the last time, and how certain that was. */
  readonly answeredFrom: SourceType;
  readonly answeredScore: number;
}

export interface PastQuestions {
  readonly counted: Counted;
  readonly questions: readonly PastQuestion[];
  readonly omittedCount: number;
}

/** The questions of a period that were answered or not covered, as far as their text is still stored. */
export async function readPastQuestions(
  {
    insights,
    records,
  }: {
    readonly insights: Pick<InsightStore, 'listFacts'>;
    readonly records: Pick<RecordStore, 'getMessage'>;
  },
  tenantId: TenantId,
  period: Period,
  giveWay: GiveWay,
): Promise<PastQuestions> {
  const facts = new Map<MessageId, MessageFacts>();
  let omittedCount = 0;
  const counted = await readMessageFacts(insights, tenantId, period, {
    giveWay,
    visit: (one) => {
      if (!isAnswer(one) && !isNotCovered(one)) return;
      if (facts.size < qnaPreviewLimits.questionsMax) facts.set(one.messageId, one);
      else omittedCount += 1;
    },
  });
  const asked: { readonly messageId: MessageId; readonly text: string }[] = [];
  await visitMessages(records, tenantId, [...facts.keys()], {
    giveWay,
    visit: (message) => {
      const text = questionOf(message);
      if (text !== null) asked.push({ messageId: message.stored.messageId, text });
    },
  });
  omittedCount += facts.size - asked.length;
  const questions = phrasingsOf(asked).flatMap((phrasing) => {
    const last = facts.get(phrasing.messageIds.at(-1) as MessageId);
    return last === undefined ? [] : [pastQuestionOf(phrasing, last)];
  });
  return { counted, questions, omittedCount };
}

function pastQuestionOf(phrasing: Phrasing, last: MessageFacts): PastQuestion {
  return {
    phrasing,
    lastMessageId: last.messageId,
    lastAskedAtMs: last.createdAtMs,
    answeredFrom: last.sourceType,
    answeredScore: last.confidenceScore,
  };
}
