import { contentLimits, qnaRequestSchema } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { CuratedId, MessageId, TenantId } from '../interfaces/identity.ts';
import type { InsightStore } from '../interfaces/insight-store.ts';
import type { GroupAnswer, GroupDraft } from '../interfaces/insights.ts';
import type { CuratedPair } from '../interfaces/knowledge-store.ts';
import type { Learning } from '../interfaces/learning.ts';
import { curatedKey } from '../text/normalise-question.ts';
import type { UnansweredSet } from './find-groups.ts';

export interface DraftPairParts {
  readonly packs: Pick<ContentPacks, 'createPair' | 'findPairs'>;
  readonly audiences: Pick<Learning, 'audienceOf'>;
  readonly insights: Pick<InsightStore, 'putMarks' | 'notePair' | 'removePairNote'>;
  readonly nowMs: () => number;
}

/** Makes a group a curated pair in a draft, and marks its messages. Null: no such pack. */
export async function draftPair(
  { packs, insights, audiences, nowMs }: DraftPairParts,
  tenantId: TenantId,
  group: UnansweredSet,
  { packId, question: given, groups: givenGroups, ...answer }: GroupAnswer,
): Promise<GroupDraft | null> {
  const usable = usablePhrasings(group);
  const question = given ?? usable[0];
  if (question === undefined)
    throw new AppError('validation_failed', {
      detail: 'No question of this group can be a curated one: it is too long, or was redacted.',
      errors: [{ pointer: '/question', code: 'required', message: 'Write the question yourself' }],
    });
  const others = await packs.findPairs(tenantId, packId, [question, ...usable]);
  if (others === null) return null;
  const alternatives = chooseAlternatives({ question, usable }, others);
  const messageIds = group.questions.map(({ messageId }) => messageId);
  const groups = givenGroups ?? (await audiences.audienceOf(tenantId, messageIds));
  if (groups === null)
    throw new AppError('validation_failed', {
      detail: 'What those who asked were told or may see is kept to groups, or was withheld.',
      errors: [{ pointer: '/groups', code: 'required', message: 'Say who may get the answer' }],
    });
  const content = { ...answer, question, alternatives, groups, validFromMs: null, validUntilMs: null };
  const curatedId = newId('qna', nowMs());
  const pair = await withNote({ insights, tenantId, messageIds, curatedId }, () =>
    packs.createPair(tenantId, packId, content, curatedId),
  );
  if (pair === null) return null;
  const marks = messageIds.map((messageId) => ({ messageId, state: 'drafted', curatedId }) as const);
  await insights.putMarks(tenantId, marks, nowMs());
  const taken = new Set([question, ...alternatives].map(curatedKey));
  const leftOutCount = group.phrasings.filter(({ key: own }) => !taken.has(own)).length;
  return { pair, groupId: group.groupId, markedCount: marks.length, leftOutCount };
}

/** Makes a pair of what messages ask. What was erased by now goes into none, and an erasure that comes later names it. */
async function withNote(
  {
    insights,
    tenantId,
    messageIds,
    curatedId,
  }: Pick<DraftPairParts, 'insights'> & {
    readonly tenantId: TenantId;
    readonly messageIds: readonly MessageId[];
    readonly curatedId: CuratedId;
  },
  create: () => Promise<CuratedPair | null>,
): Promise<CuratedPair | null> {
  if (!(await insights.notePair(tenantId, messageIds, curatedId)))
    throw new AppError('invalid_state', {
      detail: 'A question of this group was erased or has expired meanwhile. Read the groups again.',
    });
  const removeNote = () => insights.removePairNote(tenantId, messageIds, curatedId);
  const pair = await create().catch(async (error: unknown) => {
    // Of any other failure nobody knows whether the pair was made.
    const isRefused =
      error instanceof AppError && error.code !== 'audit_unavailable' && error.code !== 'internal';
    if (isRefused) await removeNote();
    throw error;
  });
  if (pair === null) await removeNote();
  return pair;
}

/** The phrasings that no pair of the draft answers. Rejects where one answers the question itself. */
function chooseAlternatives(
  { question, usable }: { readonly question: string; readonly usable: readonly string[] },
  others: readonly CuratedPair[],
): string[] {
  const answered = new Map(
    others.flatMap((pair) =>
      [pair.question, ...pair.alternatives].map((text) => [curatedKey(text), pair.curatedId] as const),
    ),
  );
  const other = answered.get(curatedKey(question));
  if (other !== undefined)
    throw new AppError('pack_conflict', {
      detail: `A pair of the draft answers this question already: ${other}. Change that one, or ask otherwise.`,
    });
  const distinct = new Map(usable.map((text) => [curatedKey(text), text]));
  for (const key of [curatedKey(question), ...answered.keys()]) distinct.delete(key);
  return [...distinct.values()].slice(0, contentLimits.alternativesMax);
}

/** The representative first, then those asked most. What was redacted asks for nothing any more. */
function usablePhrasings({ representative, phrasings, questions }: UnansweredSet): string[] {
  const redacted = new Set(
    questions.filter(({ isRedacted }) => isRedacted).map(({ messageId }) => messageId),
  );
  const ordered = [representative, ...phrasings.filter((phrasing) => phrasing !== representative)];
  return ordered
    .filter(({ messageIds }) => !messageIds.some((messageId) => redacted.has(messageId)))
    .flatMap(({ text }) => {
      const read = qnaRequestSchema.shape.question.safeParse(text);
      return read.success && curatedKey(read.data) !== '' ? [read.data] : [];
    });
}
