import { openEnvelope } from '../audit/envelope.ts';
import { AppError } from '../errors/app-error.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { CuratedId, PackId, TenantId } from '../interfaces/identity.ts';
import type { CuratedPair } from '../interfaces/knowledge-store.ts';
import { curatedKey } from '../text/normalise-question.ts';
import { type Proposed, questionFor } from './compose-pair.ts';

const namedMax = 10;

/**
 * The pair of the draft that is filed under the question already, of several the one that gave the answer: its answer is
 * the one to replace, since of two pairs under one question neither matches exactly. Null: there is none. Rejects where it
 * cannot be told which one is meant, and where other pairs have the alternatives that are given.
 */
export async function findExisting(
  packs: Pick<ContentPacks, 'findPairs'>,
  tenantId: TenantId,
  wanted: Omit<Proposed, 'feedback'> & {
    readonly packId: PackId;
    /** A pair that is this proposal's own, begun and not finished. */
    readonly begunId: CuratedId | null;
  },
): Promise<CuratedPair | null> {
  const { message, accepted, packId, begunId } = wanted;
  const question = questionFor(wanted);
  const filed = await packs.findPairs(tenantId, packId, [question, ...(accepted.alternatives ?? [])]);
  if (filed === null) throw new AppError('not_found', { detail: 'There is no such content pack.' });
  const others = filed.filter(({ curatedId }) => curatedId !== begunId);
  const [same, further] = [others.filter((pair) => isUnder(pair, question)), new Set(others)];
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

function isUnder({ question, alternatives }: CuratedPair, asked: string): boolean {
  const key = curatedKey(asked);
  return key !== '' && [question, ...alternatives].some((text) => curatedKey(text) === key);
}

function conflict(what: string, pairs: readonly CuratedPair[]): AppError {
  const named = pairs.slice(0, namedMax).map(({ curatedId }) => curatedId);
  return new AppError('pack_conflict', {
    detail: `${what}: ${named.join(', ')}. Change the one that is meant, or ask otherwise.`,
  });
}
