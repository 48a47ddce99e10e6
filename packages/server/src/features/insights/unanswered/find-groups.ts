import type { UnansweredState } from '@avow/contract';
import type { CuratedId, MessageId, TenantId } from '@avow/foundation';
import { createYielder } from '@avow/foundation';
import type { HandledMark, InsightStore } from '../insight-store.ts';
import type { ReadablePeriod } from '../insights.ts';
import type { Counted } from '../read-message-facts.ts';
import { collectUnanswered, type MessageReading, type UnansweredQuestion } from './collect-unanswered.ts';
import { groupQuestions, type Phrasing, phrasingsOf, type QuestionGroup } from './group-questions.ts';
import type { QuestionVectors } from './question-vectors.ts';

/** Questions that ask the same, and how they were handled. */
export interface UnansweredSet extends QuestionGroup {
  readonly groupId: MessageId;
  /** Newest first. */
  readonly questions: readonly UnansweredQuestion[];
  readonly state: UnansweredState;
  readonly curatedId: CuratedId | null;
  /** How often it was asked after it was handled. */
  readonly askedSince: number;
}

export interface FoundGroups {
  readonly counted: Counted;
  readonly questionCount: number;
  readonly omittedCount: number;
  readonly areLabelsTruncated: boolean;
  readonly groupedBy: 'semantic' | 'keyword';
  readonly pendingCount: number;
  /** Most frequent first. */
  readonly groups: readonly UnansweredSet[];
}

export interface GroupDependencies extends MessageReading {
  readonly insights: MessageReading['insights'] & Pick<InsightStore, 'readMarks'>;
  /** Null: there is no encoder, so questions are grouped by keywords. */
  readonly vectors: QuestionVectors | null;
}

const marksPerRead = 500;

/** The groups of a tenant's unanswered questions in a period. */
export async function findGroups(
  parts: GroupDependencies,
  tenantId: TenantId,
  period: ReadablePeriod,
): Promise<FoundGroups> {
  const giveWay = createYielder();
  const collected = await collectUnanswered(parts, tenantId, period, giveWay);
  const { counted, questions, omittedCount, areLabelsTruncated } = collected;
  const phrasings = phrasingsOf(questions);
  const known = parts.vectors === null ? null : await parts.vectors.read(tenantId, phrasings, giveWay);
  const vectorOf = known === null ? null : ({ key }: Phrasing) => known.get(key) ?? null;
  const groups = await groupQuestions(phrasings, vectorOf, giveWay);
  const marks = await readMarks(parts.insights, tenantId, questions);
  const byId = new Map(questions.map((question) => [question.messageId, question]));
  const sets = groups.map((group) => describe(group, byId, marks));
  return {
    counted,
    questionCount: questions.length,
    omittedCount,
    areLabelsTruncated,
    groupedBy: known === null ? 'keyword' : 'semantic',
    pendingCount: vectorOf === null ? 0 : countPending(phrasings, vectorOf),
    groups: sets.sort(bySize),
  };
}

function countPending(phrasings: readonly Phrasing[], vectorOf: (one: Phrasing) => unknown): number {
  return phrasings
    .filter((phrasing) => vectorOf(phrasing) === null)
    .reduce((sum, { messageIds }) => sum + messageIds.length, 0);
}

async function readMarks(
  insights: Pick<InsightStore, 'readMarks'>,
  tenantId: TenantId,
  questions: readonly UnansweredQuestion[],
): Promise<ReadonlyMap<MessageId, HandledMark>> {
  const marks = new Map<MessageId, HandledMark>();
  for (let start = 0; start < questions.length; start += marksPerRead) {
    const ids = questions.slice(start, start + marksPerRead).map(({ messageId }) => messageId);
    for (const mark of await insights.readMarks(tenantId, ids)) marks.set(mark.messageId, mark);
  }
  return marks;
}

/** The newest mark in a group also applies to questions that joined the group later. */
function describe(
  group: QuestionGroup,
  byId: ReadonlyMap<MessageId, UnansweredQuestion>,
  marks: ReadonlyMap<MessageId, HandledMark>,
): UnansweredSet {
  const questions = group.phrasings
    .flatMap(({ messageIds }) => messageIds)
    .sort((one, other) => (one < other ? 1 : -1))
    .flatMap((messageId) => byId.get(messageId) ?? []);
  const marked = questions.findIndex(({ messageId }) => marks.has(messageId));
  const mark = marked < 0 ? undefined : marks.get((questions[marked] as UnansweredQuestion).messageId);
  return {
    ...group,
    groupId: group.representative.messageIds[0] as MessageId,
    questions,
    state: mark?.state ?? 'open',
    curatedId: mark?.curatedId ?? null,
    askedSince: Math.max(0, marked),
  };
}

function bySize(
  one: Pick<UnansweredSet, 'questions' | 'groupId'>,
  other: Pick<UnansweredSet, 'questions' | 'groupId'>,
): number {
  return other.questions.length - one.questions.length || (one.groupId < other.groupId ? -1 : 1);
}
