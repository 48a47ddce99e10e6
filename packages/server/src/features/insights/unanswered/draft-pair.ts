import type { CuratedPair } from '@avow/answering';
import { contentLimits, qnaRequestSchema } from '@avow/contract';
import type { CuratedId, MessageId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import { curatedKey } from '@avow/text';
import type { ContentPacks } from '../../content/content.ts';
import type { FeedbackOperations } from '../../feedback/feedback.ts';
import type { InsightStore } from '../insight-store.ts';
import type { GroupDraft, GroupPair } from '../insights.ts';
import type { UnansweredSet } from './find-groups.ts';

export interface PairDrafting {
  readonly packs: Pick<ContentPacks, 'createPair' | 'findPairs'>;
  readonly audiences: Pick<FeedbackOperations, 'findAudience'>;
  readonly insights: Pick<InsightStore, 'putMarks' | 'notePair' | 'removePairNote'>;
  readonly nowMs: () => number;
}

/** Turns a group into a curated pair in a draft, and marks its messages. Null: no such pack. */
export async function draftPair(
  { packs, insights, audiences, nowMs }: PairDrafting,
  tenantId: TenantId,
  group: UnansweredSet,
  { packId, question: given, groups: givenGroups, ...answer }: GroupPair,
): Promise<GroupDraft | null> {
  const usable = usablePhrasings(group);
  const question = given ?? usable[0];
  if (question === undefined)
    throw new AppError('validation_failed', {
      detail:
        'No question of this group can become a curated pair: each is too long or redacted. Give a question.',
      errors: [{ pointer: '/question', code: 'required', message: 'Give a question' }],
    });
  const others = await packs.findPairs(tenantId, packId, [question, ...usable]);
  if (others === null) return null;
  const alternatives = chooseAlternatives({ question, usable }, others);
  const messageIds = group.questions.map(({ messageId }) => messageId);
  const groups = givenGroups ?? (await audiences.findAudience(tenantId, messageIds));
  if (groups === null)
    throw new AppError('validation_failed', {
      detail:
        'The answers of this group came from restricted content or were withheld: set groups to say who may see the new answer.',
      errors: [{ pointer: '/groups', code: 'required', message: 'Say who may see the answer' }],
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
  const omittedCount = group.phrasings.filter(({ key: own }) => !taken.has(own)).length;
  return { pair, groupId: group.groupId, markedCount: marks.length, omittedCount };
}

/** Creates a pair from messages. Erased text must not get into a pair, and a later erasure must name this pair. */
async function withNote(
  {
    insights,
    tenantId,
    messageIds,
    curatedId,
  }: Pick<PairDrafting, 'insights'> & {
    readonly tenantId: TenantId;
    readonly messageIds: readonly MessageId[];
    readonly curatedId: CuratedId;
  },
  create: () => Promise<CuratedPair | null>,
): Promise<CuratedPair | null> {
  if (!(await insights.notePair(tenantId, messageIds, curatedId)))
    throw new AppError('invalid_state', {
      detail: 'A question of this group was erased or has expired in the meantime. Read the groups again.',
    });
  const removeNote = () => insights.removePairNote(tenantId, messageIds, curatedId);
  const pair = await create().catch(async (error: unknown) => {
    // After any other failure it is unknown whether the pair was created.
    const isRefused =
      error instanceof AppError && error.code !== 'audit_unavailable' && error.code !== 'internal';
    if (isRefused) await removeNote();
    throw error;
  });
  if (pair === null) await removeNote();
  return pair;
}

/** The phrasings that no pair of the draft answers. Rejects if a pair answers the question itself. */
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
      detail: `A pair in the draft already answers this question: ${other}. Change that pair, or use a different question.`,
    });
  const distinct = new Map(usable.map((text) => [curatedKey(text), text]));
  for (const key of [curatedKey(question), ...answered.keys()]) distinct.delete(key);
  return [...distinct.values()].slice(0, contentLimits.alternativesMax);
}

/** The representative first, then the most frequent. Redacted phrasings are no longer usable questions. */
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
