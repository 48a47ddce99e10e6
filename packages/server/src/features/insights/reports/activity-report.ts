import { type ActivityCounts, type ActivityInsight, insightLimits } from '@avow/contract/insights';
import type { MessageId, TenantId } from '@avow/foundation';
import { createYielder } from '@avow/foundation/concurrency';
import type { FeedbackStore } from '../../feedback/feedback-store.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { mayRead } from '../../records/records.ts';
import type { InsightStore, MessageFacts } from '../insight-store.ts';
import type { ReadablePeriod } from '../insights.ts';
import { readLabels } from '../labels/read-labels.ts';
import { isAnswer, isNotCovered, readMessageFacts } from '../read-message-facts.ts';
import { visitMessages } from '../visit-messages.ts';
import { dayOf, daysOf } from './calendar.ts';
import { roundShare } from './reliability.ts';

export interface ActivitySources {
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly feedback: Pick<FeedbackStore, 'listLabels'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
}

/** What became of the questions of each day and channel, and what their answers cite most. */
export async function buildActivityReport(
  { insights, feedback, records }: ActivitySources,
  tenantId: TenantId,
  { channel, ...period }: ReadablePeriod & { readonly channel: string | null },
): Promise<ActivityInsight> {
  const giveWay = createYielder();
  const { labels, isTruncated } = await readLabels(feedback, tenantId, period, giveWay);
  const verdicts = new Map(labels.map(({ messageId, isRight }) => [messageId, isRight]));
  const total = createTally();
  const days = new Map(daysOf(period).map((day) => [day, createTally()]));
  const channels = new Map<string, Tally>();
  const topical: MessageId[] = [];
  const counted = await readMessageFacts(insights, tenantId, period, {
    giveWay,
    visit: (facts) => {
      const isRight = verdicts.get(facts.messageId) ?? null;
      tallyOf(channels, facts.channelType).add(facts, isRight);
      if (channel !== null && facts.channelType !== channel) return;
      total.add(facts, isRight);
      days.get(dayOf(facts.createdAtMs))?.add(facts, isRight);
      const isExamined = isAnswer(facts) && mayRead(facts.audience, period.readableBy);
      if (isExamined && topical.length < insightLimits.topicAnswersMax) topical.push(facts.messageId);
    },
  });
  const listed = [...channels]
    .map(([name, tally]) => ({ channel_type: name, ...tally.summarize() }))
    .sort(
      (one, other) => other.questions - one.questions || (one.channel_type < other.channel_type ? -1 : 1),
    );
  return {
    ...counted,
    total: total.summarize(),
    days: [...days].map(([day, tally]) => ({ day, ...tally.summarize() })),
    channels: listed.slice(0, insightLimits.channelsMax),
    channels_omitted: Math.max(0, listed.length - insightLimits.channelsMax),
    topics: await countTopics(records, tenantId, topical),
    topics_examined: topical.length,
    labels_truncated: isTruncated,
  };
}

interface Tally {
  add(facts: MessageFacts, isRight: boolean | null): void;
  summarize(): ActivityCounts;
}

function tallyOf(all: Map<string, Tally>, name: string): Tally {
  const known = all.get(name);
  if (known !== undefined) return known;
  const tally = createTally();
  all.set(name, tally);
  return tally;
}

function createTally(): Tally {
  const counts = { questions: 0, answered: 0, declined: 0, blocked: 0, other: 0, right: 0, wrong: 0 };
  const bands = { high: 0, medium: 0, low: 0 };
  let scores = 0;
  return {
    add: (facts, isRight) => {
      const outcome = outcomeOf(facts);
      counts.questions += 1;
      counts[outcome] += 1;
      if (outcome !== 'answered') return;
      scores += facts.confidenceScore;
      if (facts.band !== 'none') bands[facts.band] += 1;
      if (isRight !== null) counts[isRight ? 'right' : 'wrong'] += 1;
    },
    summarize: () => ({
      ...counts,
      bands: { ...bands },
      mean_score: counts.answered === 0 ? null : roundShare(scores / counts.answered),
    }),
  };
}

function outcomeOf(facts: MessageFacts): 'answered' | 'declined' | 'blocked' | 'other' {
  if (isAnswer(facts)) return 'answered';
  if (isNotCovered(facts)) return 'declined';
  return facts.status === 'blocked' ? 'blocked' : 'other';
}

/** What these answers cite first. Content that is no longer stored has no topic. */
async function countTopics(
  records: ActivitySources['records'],
  tenantId: TenantId,
  messageIds: readonly MessageId[],
): Promise<ActivityInsight['topics']> {
  const topics = new Map<string, ActivityInsight['topics'][number]>();
  await visitMessages(records, tenantId, messageIds, {
    giveWay: createYielder(),
    visit: ({ content }) => {
      const [first] = content.response.citations;
      if (first === undefined) return;
      const { title, source, content_pack_id, document_id } = first;
      const known = topics.get(document_id);
      if (known !== undefined) known.count += 1;
      else topics.set(document_id, { title: title || source, content_pack_id, document_id, count: 1 });
    },
  });
  return [...topics.values()]
    .sort((one, other) => other.count - one.count || (one.document_id < other.document_id ? -1 : 1))
    .slice(0, insightLimits.topicsMax);
}
