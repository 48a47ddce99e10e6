import { contentLimits, qnaRequestSchema } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { CuratedId, PackId, TenantId } from '../interfaces/identity.ts';
import type { InsightStore } from '../interfaces/insight-store.ts';
import type { GroupAnswer, GroupDraft } from '../interfaces/insights.ts';
import { curatedKey } from '../text/normalise-question.ts';
import type { UnansweredSet } from './find-groups.ts';

export interface DraftPairParts {
  readonly packs: Pick<ContentPacks, 'createPair' | 'listPairs'>;
  readonly insights: Pick<InsightStore, 'putMarks'>;
  readonly nowMs: () => number;
}

const pairsReadAtOnce = 500;

/** Makes a group a curated pair in a draft, and marks its messages. Null: no such pack. */
export async function draftPair(
  { packs, insights, nowMs }: DraftPairParts,
  tenantId: TenantId,
  group: UnansweredSet,
  { packId, question: given, ...answer }: GroupAnswer,
): Promise<GroupDraft | null> {
  const usable = usablePhrasings(group);
  const question = given ?? usable[0];
  if (question === undefined)
    throw new AppError('validation_failed', {
      detail: 'No question of this group can be a curated one: it is too long, or was redacted.',
      errors: [{ pointer: '/question', code: 'required', message: 'Write the question yourself' }],
    });
  const answered = await findAnswered(packs, tenantId, packId, [question, ...usable]);
  if (answered === null) return null;
  const key = curatedKey(question);
  const other = answered.get(key);
  if (other !== undefined)
    throw new AppError('pack_conflict', {
      detail: `A pair of the draft answers this question already: ${other}. Change that one, or ask otherwise.`,
    });
  const distinct = new Map(usable.map((text) => [curatedKey(text), text]));
  distinct.delete(key);
  for (const answeredKey of answered.keys()) distinct.delete(answeredKey);
  const alternatives = [...distinct.values()].slice(0, contentLimits.alternativesMax);
  const content = { ...answer, question, alternatives, validFromMs: null, validUntilMs: null };
  const pair = await packs.createPair(tenantId, packId, content);
  if (pair === null) return null;
  const { curatedId } = pair;
  const marks = group.questions.map(({ messageId }) => ({ messageId, state: 'drafted', curatedId }) as const);
  await insights.putMarks(tenantId, marks, nowMs());
  const taken = new Set([question, ...alternatives].map(curatedKey));
  const leftOutCount = group.phrasings.filter(({ key: own }) => !taken.has(own)).length;
  return { pair, groupId: group.groupId, markedCount: marks.length, leftOutCount };
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

/** Those of these questions that pairs of the draft answer, by their keys; null: no such pack. */
async function findAnswered(
  packs: DraftPairParts['packs'],
  tenantId: TenantId,
  packId: PackId,
  questions: readonly string[],
): Promise<ReadonlyMap<string, CuratedId> | null> {
  const wanted = new Set(questions.map(curatedKey));
  const answered = new Map<string, CuratedId>();
  let after: CuratedId | null = null;
  for (;;) {
    const pairs = await packs.listPairs(tenantId, packId, { after, limit: pairsReadAtOnce });
    if (pairs === null) return null;
    for (const { curatedId, question, alternatives } of pairs)
      for (const key of [question, ...alternatives].map(curatedKey))
        if (wanted.has(key)) answered.set(key, curatedId);
    if (pairs.length < pairsReadAtOnce) return answered;
    after = pairs.at(-1)?.curatedId ?? null;
  }
}
