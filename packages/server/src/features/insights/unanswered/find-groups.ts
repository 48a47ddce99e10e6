import type { UnansweredState } from '@avow/contract/insights';
import type { CuratedId, MessageId, TenantId } from '@avow/foundation';
import { createYielder } from '@avow/foundation/concurrency';
import { type ContentStore, splitIntoBatches } from '../../content/content-store.ts';
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
  readonly content: Pick<ContentStore, 'findPairStates'>;
  /** Null: there is no encoder, so questions are grouped by keywords. */
  readonly vectors: QuestionVectors | null;
}

const readMax = 500;

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
  const pairs = await readPairStates(parts.content, tenantId, [...marks.values()]);
  const byId = new Map(questions.map((question) => [question.messageId, question]));
  const sets = groups.map((group) => describe(group, { byId, marks, pairs }));
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
  for (const batch of splitIntoBatches(questions, readMax)) {
    const ids = batch.map(({ messageId }) => messageId);
    for (const mark of await insights.readMarks(tenantId, ids)) marks.set(mark.messageId, mark);
  }
  return marks;
}

/** Whether the pairs of these marks are served; those that are nowhere are left out. */
async function readPairStates(
  content: Pick<ContentStore, 'findPairStates'>,
  tenantId: TenantId,
  marks: readonly HandledMark[],
): Promise<ReadonlyMap<CuratedId, boolean>> {
  const ids = new Set(marks.flatMap(({ curatedId }) => curatedId ?? []));
  const states = new Map<CuratedId, boolean>();
  for (const batch of splitIntoBatches([...ids], readMax))
    for (const { curatedId, isServed } of await content.findPairStates(tenantId, batch))
      states.set(curatedId, isServed);
  return states;
}

/** The newest mark in a group also applies to questions that joined the group later. */
function describe(
  group: QuestionGroup,
  {
    byId,
    marks,
    pairs,
  }: {
    readonly byId: ReadonlyMap<MessageId, UnansweredQuestion>;
    readonly marks: ReadonlyMap<MessageId, HandledMark>;
    readonly pairs: ReadonlyMap<CuratedId, boolean>;
  },
): UnansweredSet {
  const questions = group.phrasings
    .flatMap(({ messageIds }) => messageIds)
    .sort((one, other) => (one < other ? 1 : -1))
    .flatMap((messageId) => byId.get(messageId) ?? []);
  const isHandled = ({ messageId }: UnansweredQuestion) => stateOf(marks.get(messageId), pairs) !== 'open';
  const newest = questions.findIndex(isHandled);
  const mark = newest < 0 ? undefined : marks.get((questions[newest] as UnansweredQuestion).messageId);
  return {
    ...group,
    groupId: group.representative.messageIds[0] as MessageId,
    questions,
    state: stateOf(mark, pairs),
    curatedId: mark?.curatedId ?? null,
    askedSince: Math.max(0, newest),
  };
}

/** A group is open again if the pair that was drafted for it was deleted. */
function stateOf(
  mark: HandledMark | undefined,
  pairs: ReadonlyMap<CuratedId, boolean>,
): UnansweredSet['state'] {
  if (mark === undefined) return 'open';
  if (mark.curatedId === null) return mark.state;
  const isServed = pairs.get(mark.curatedId);
  if (isServed === undefined) return 'open';
  return isServed ? 'published' : mark.state;
}

function bySize(
  one: Pick<UnansweredSet, 'questions' | 'groupId'>,
  other: Pick<UnansweredSet, 'questions' | 'groupId'>,
): number {
  return other.questions.length - one.questions.length || (one.groupId < other.groupId ? -1 : 1);
}
