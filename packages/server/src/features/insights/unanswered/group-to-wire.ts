import { formatTime, insightLimits, type UnansweredGroup } from '@avow/contract';
import { type DescribeNearest, nearestOfAll } from './describe-nearest.ts';
import type { UnansweredSet } from './find-groups.ts';

/** A group as on the wire. */
export async function groupToWire(group: UnansweredSet, describe: DescribeNearest): Promise<UnansweredGroup> {
  const { representative, phrasings, questions } = group;
  const endUsers = questions.flatMap(({ endUserId }) => (endUserId === null ? [] : [endUserId]));
  const causes = [...Map.groupBy(questions, ({ cause }) => cause)]
    .map(([cause, own]) => ({ cause, count: own.length }))
    .sort((one, other) => other.count - one.count || (one.cause < other.cause ? -1 : 1));
  return {
    group_id: group.groupId as UnansweredGroup['group_id'],
    question: representative.text,
    examples: phrasings
      .filter((phrasing) => phrasing !== representative)
      .slice(0, insightLimits.examplesMax)
      .map(({ text }) => text),
    count: questions.length,
    end_user_count: new Set(endUsers).size,
    first_asked_at: formatTime(questions.at(-1)?.askedAtMs ?? 0),
    last_asked_at: formatTime(questions[0]?.askedAtMs ?? 0),
    causes,
    nearest: await Promise.all(nearestOfAll(questions).map(describe)),
    state: group.state,
    qna_id: group.curatedId as UnansweredGroup['qna_id'],
    asked_since_resolved: group.askedSince,
  };
}
