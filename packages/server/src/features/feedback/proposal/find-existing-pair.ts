import type { CuratedPair } from '@avow/answering';
import type { CuratedId, PackId, TenantId } from '@avow/foundation';
import { AppError, suffixOf } from '@avow/foundation';
import { curatedKey } from '@avow/text';
import type { ContentPacks } from '../../content/content.ts';
import { openEnvelope } from '../../records/records.ts';
import { type Proposed, questionFor } from './compose-pair.ts';

const namedMax = 10;

/**
 * The pair of the draft that is named; otherwise the one that already has the question; if several do, the one that gave the answer. Its answer is replaced,
 * because with two pairs for one question neither matches exactly. Null: there is none. Rejects if it is ambiguous, or if
 * other pairs have the given alternatives.
 */
export async function findExistingPair(
  packs: Pick<ContentPacks, 'findPairs' | 'getPair'>,
  tenantId: TenantId,
  wanted: Omit<Proposed, 'feedback'> & {
    readonly packId: PackId;
    /** This proposal's own unfinished pair. */
    readonly unfinishedId: CuratedId | null;
  },
): Promise<CuratedPair | null> {
  const { message, accepted, packId, unfinishedId } = wanted;
  if (accepted.curatedId !== undefined && accepted.curatedId !== unfinishedId)
    return await findNamedPair(packs, tenantId, { ...wanted, curatedId: accepted.curatedId });
  const question = questionFor(wanted);
  const matching = await packs.findPairs(tenantId, packId, [question, ...(accepted.alternatives ?? [])]);
  if (matching === null) throw new AppError('not_found', { detail: 'There is no such content pack.' });
  const others = matching.filter(({ curatedId }) => curatedId !== unfinishedId);
  const [same, further] = [others.filter((pair) => hasQuestion(pair, question)), new Set(others)];
  for (const pair of same) further.delete(pair);
  if (further.size > 0) throw conflict('Other pairs of the draft have these alternatives', [...further]);
  const cited = new Set<string>(
    openEnvelope(message.envelope).response.citations.map((one) => one.document_id),
  );
  const answering = same.filter(({ curatedId }) => cited.has(curatedId));
  const candidates = answering.length > 0 ? answering : same;
  if (candidates.length > 1) throw conflict('Several pairs of the draft answer this question', candidates);
  return candidates[0] ?? null;
}

/** Rejects if other pairs have the questions that it is to get. */
async function findNamedPair(
  packs: Pick<ContentPacks, 'findPairs' | 'getPair'>,
  tenantId: TenantId,
  wanted: Pick<Proposed, 'accepted'> & {
    readonly packId: PackId;
    readonly unfinishedId: CuratedId | null;
    readonly curatedId: string;
  },
): Promise<CuratedPair> {
  const { accepted, packId, unfinishedId } = wanted;
  const suffix = suffixOf(wanted.curatedId, ['qna']);
  const pair = suffix === null ? null : await packs.getPair(tenantId, packId, `qna_${suffix}`);
  if (pair === null) {
    const message = 'Not a pair in the draft of this pack';
    throw new AppError('validation_failed', {
      errors: [{ pointer: '/qna_id', code: 'invalid_value', message }],
    });
  }
  const { question, alternatives = [] } = accepted;
  const texts = [...(question === undefined ? [] : [question]), ...alternatives];
  const others = ((await packs.findPairs(tenantId, packId, texts)) ?? []).filter(
    ({ curatedId }) => curatedId !== pair.curatedId && curatedId !== unfinishedId,
  );
  if (others.length > 0) throw conflict('Other pairs of the draft have these questions', others);
  return pair;
}

function hasQuestion({ question, alternatives }: CuratedPair, asked: string): boolean {
  const key = curatedKey(asked);
  return key !== '' && [question, ...alternatives].some((text) => curatedKey(text) === key);
}

function conflict(what: string, pairs: readonly CuratedPair[]): AppError {
  const named = pairs.slice(0, namedMax).map(({ curatedId }) => curatedId);
  return new AppError('pack_conflict', {
    detail: `${what}: ${named.join(', ')}. Change the right one, or use a different question.`,
  });
}
