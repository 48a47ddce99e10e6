import type { PassageQuery } from '@avow/search';
import type { Ask, Row } from './search-transactions.ts';
import type { WeightedTerms } from './term-statistics.ts';
import {
  isVisibleSql,
  type SearchedStage,
  type SearchViewer,
  visibleCount,
  visibleValues,
} from './visible-places.ts';

/** A unit of a pack, found by keyword or by vector. */
export interface FoundUnit {
  readonly pack: number;
  readonly unit: number;
  readonly score: number;
}

export interface CandidateQuery extends SearchViewer {
  readonly tenantId: string;
  readonly kind: PassageQuery['kind'];
  readonly stages: readonly SearchedStage[];
  readonly depth: number;
}

/** More are ranked than are wanted, since some may be hidden; then so many more each time. */
const firstFactor = 2;
const nextFactor = 10;

/** BM25 over the postings of the terms. The parameters begin behind the number that is given. */
function rankedSql(behind: number): string {
  const at = (position: number) => `$${behind + position}`;
  return `WITH ranked AS (
  SELECT posting.pack, one.unit,
    sum(wanted.weight * one.frequency / (one.frequency + ${at(3)}::float8 + ${at(4)}::float8 * one.length)) AS score
  FROM unnest(${at(1)}::text[], ${at(2)}::float8[]) AS wanted (term, weight)
  JOIN search_postings AS posting ON posting.tenant_id = $1 AND posting.pack = ANY(${at(5)}::bigint[])
    AND posting.kind = ${at(6)} AND posting.term = wanted.term
  CROSS JOIN LATERAL unnest(posting.units, posting.frequencies, posting.lengths) AS one (unit, frequency, length)
  GROUP BY posting.pack, one.unit ORDER BY score DESC, posting.pack, one.unit LIMIT ${at(7)}
)`;
}

const allSql = `${rankedSql(1)} SELECT *, true AS is_visible FROM ranked`;
const visibleSql = `${rankedSql(visibleCount)} SELECT ranked.*, ${isVisibleSql('ranked')} AS is_visible FROM ranked`;

/** The best units by BM25 that the viewer may see. */
export async function findByKeyword(
  ask: Ask,
  query: CandidateQuery,
  { terms, isAll }: WeightedTerms,
): Promise<FoundUnit[]> {
  const [first] = terms;
  if (first === undefined) return [];
  const packs = [...new Set(query.stages.map(({ pack }) => pack))];
  for (let limit = isAll ? query.depth : query.depth * firstFactor; ; limit *= nextFactor) {
    const rows = await ask(isAll ? allSql : visibleSql, [
      ...(isAll ? [query.tenantId] : visibleValues(query.tenantId, query.stages, query)),
      terms.map(({ term }) => term),
      terms.map(({ weight }) => weight),
      first.saturationBase,
      first.saturationPerLength,
      packs,
      query.kind,
      limit,
    ]);
    const found = rows.filter((row) => row['is_visible'] === true);
    if (found.length >= query.depth || rows.length < limit) return found.slice(0, query.depth).map(toUnit);
  }
}

function toUnit(row: Row): FoundUnit {
  return { pack: Number(row['pack']), unit: Number(row['unit']), score: Number(row['score']) };
}
