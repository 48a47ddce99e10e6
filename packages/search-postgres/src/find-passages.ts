import type { TenantId } from '@avow/foundation';
import type { PassageHit, PassageQuery } from '@avow/search';
import { candidateDepth, countTerms, PassageSearchError, queryTerms, scoreTerm } from '@avow/search/engine';
import { type FoundUnit, findByKeyword } from './keyword-candidates.ts';
import { type HitCandidate, readHits, readTexts, type UnitText, unitName } from './read-hits.ts';
import type { Ask } from './search-transactions.ts';
import type { StoredStatistics, WeightedTerms } from './term-statistics.ts';
import { findByVector, findSpaces, scoreByVector } from './vector-candidates.ts';
import type { SearchedStage } from './visible-places.ts';

const stagesSql = `SELECT packs.pack, packs.change, versions.stage
FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS named (pack_id, version, position)
LEFT JOIN search_packs AS packs ON packs.tenant_id = $1 AND packs.pack_id = named.pack_id
LEFT JOIN search_versions AS versions
  ON versions.tenant_id = $1 AND versions.pack = packs.pack AND versions.version = named.version
ORDER BY position`;

/** The stages of versions, in their order. Throws if one is missing. */
export async function findStages(
  ask: Ask,
  tenantId: TenantId,
  packs: PassageQuery['packs'],
): Promise<SearchedStage[]> {
  const named = [...new Map(packs.map((pack) => [`${pack.packId} ${pack.version}`, pack])).values()];
  const ids = named.map(({ packId }) => packId);
  const rows = await ask(stagesSql, [tenantId, ids, named.map(({ version }) => version)]);
  return named.map(({ packId, version }, position) => {
    const row = rows[position];
    if (row === undefined || row['stage'] === null)
      throw new PassageSearchError('missing_version', 'a version is missing from the search tables', {
        pack: { packId, version },
      });
    const [pack, stage, change] = [row['pack'], row['stage'], row['change']].map(Number);
    return { packId, version, pack: pack ?? 0, stage: stage ?? 0, change: change ?? 0 };
  });
}

/** The best keyword and semantic candidates of one snapshot, all of them with both scores, fused. */
export async function findPassages(
  ask: Ask,
  {
    tenantId,
    wanted,
    limit,
    statistics,
  }: {
    readonly tenantId: TenantId;
    readonly wanted: PassageQuery;
    readonly limit: number;
    readonly statistics: StoredStatistics;
  },
): Promise<PassageHit[]> {
  const { kind, groups, nowMs } = wanted;
  const stages = await findStages(ask, tenantId, wanted.packs);
  const query = { tenantId, kind, groups, nowMs, stages, depth: candidateDepth(limit) };
  const terms = queryTerms(wanted.text);
  // Sent one behind the other; the server answers them in order.
  const weighing = terms.length === 0 ? nothing : statistics.weigh(ask, query, terms);
  const choosing = wanted.vector === null ? null : findSpaces(ask, query, wanted.vector);
  const [weighted, vectors] = await Promise.all([weighing, choosing]);
  const [byKeyword, byVector] = await Promise.all([
    findByKeyword(ask, query, weighted),
    vectors === null ? [] : findByVector(ask, query, vectors),
  ]);
  const found = [...new Map([...byKeyword, ...byVector].map((one) => [unitName(one), one])).values()];
  const known = scoresOf(byVector);
  const unscored = found.filter((one) => !known.has(unitName(one)));
  const [texts, scored] = await Promise.all([
    readTexts(ask, tenantId, found),
    vectors === null ? [] : scoreByVector(ask, tenantId, vectors, unscored),
  ]);
  const cosines = scoresOf([...byVector, ...scored]);
  const words = scoresOf(byKeyword);
  const candidates = texts.map((one): HitCandidate => {
    const name = unitName(one);
    const wordScore = words.get(name) ?? scoreText(one, weighted);
    return { ...one, wordScore, vectorScore: cosines.get(name) ?? null };
  });
  return await readHits(ask, query, { candidates, limit });
}

const nothing: WeightedTerms = { terms: [], isAll: true };

const scoresOf = (units: readonly FoundUnit[]) =>
  new Map(units.map((one) => [unitName(one), one.score] as const));

/** The BM25 score of a unit that was not among the best keyword matches. */
function scoreText(unit: UnitText, { terms }: WeightedTerms): number {
  if (terms.length === 0) return 0;
  const { counts } = countTerms(unit);
  let score = 0;
  for (const { term, ...weight } of terms) {
    const frequency = counts.get(term) ?? 0;
    if (frequency > 0) score += scoreTerm(weight, { frequency, length: unit.length });
  }
  return score;
}
