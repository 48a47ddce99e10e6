import { type QuantisedVector, quantiseVector } from '@avow/search/engine';
import type { CandidateQuery, FoundUnit } from './keyword-candidates.ts';
import type { Ask, FoundRow } from './search-transactions.ts';
import { isVisibleSql, visibleCount, visibleValues } from './visible-places.ts';

/** The vectors of one encoder, of passages of one kind in one pack. */
interface VectorSpace {
  readonly space: number;
  readonly encoder: string;
  readonly dimensions: number;
  readonly createdAtMs: number;
  /** Whether it has an index of its own. */
  readonly isIndexed: boolean;
}

export interface QueriedVectors {
  /** As PostgreSQL reads it. */
  readonly vector: string;
  /** What its numbers are to be multiplied by. */
  readonly scale: number;
  readonly spaces: readonly VectorSpace[];
}

/** The name of the index of a space. */
export const indexNameOf = (space: number) => `search_vectors_near_${space}`;

const spacesSql = `SELECT space, encoder, dimensions, created_at_ms,
  coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('search_vectors_near_' || space)), false) AS is_indexed
FROM search_spaces WHERE tenant_id = $1 AND pack = ANY($2::bigint[]) AND kind = $3`;

const at = (position: number) => `$${visibleCount + position}`;

/**
 * Before the scale of the query. Sums of whole numbers of 8 bits are exact in any order, and the product is rounded as the
 * embedded search rounds it.
 */
const likenessSql = (queried: string) => `(-(vector <#> ${queried}::halfvec) * scale)::real::float8`;

/** Everything that is visible is compared. */
const filteredSql = `SELECT one.pack, one.unit, ${likenessSql(at(1))} AS likeness, true AS is_visible
FROM search_vectors AS one WHERE one.tenant_id = $1 AND one.space = ANY(${at(3)}::bigint[])
  AND ${isVisibleSql('one')}
ORDER BY likeness DESC, one.pack, one.unit LIMIT ${at(2)}`;

/** The nearest of all, of which the viewer may not see some. */
const judgedSql = (near: string) => `WITH near AS MATERIALIZED (${near})
SELECT near.pack, near.unit, near.likeness, ${isVisibleSql('near')} AS is_visible
FROM near ORDER BY near.likeness DESC, near.pack, near.unit`;

/** All are compared. */
const exactSql = judgedSql(`SELECT pack, unit, ${likenessSql(at(1))} AS likeness FROM search_vectors
  WHERE tenant_id = $1 AND space = ANY(${at(3)}::bigint[]) ORDER BY likeness DESC, pack, unit LIMIT ${at(2)}`);

/** By an index, which is partial and found by the number of its space as it stands here. */
const indexedSql = ({ space, dimensions }: VectorSpace) =>
  judgedSql(`SELECT pack, unit, ${likenessSql(at(1))} AS likeness
  FROM search_vectors WHERE space = ${space}
  ORDER BY vector::halfvec(${dimensions}) <=> ${at(1)}::halfvec(${dimensions}) LIMIT ${at(2)}`);

const scoresSql = `SELECT wanted.pack, wanted.unit, ${likenessSql('$4')} AS likeness
FROM unnest($2::bigint[], $3::int[]) AS wanted (pack, unit)
JOIN search_vectors AS one ON one.tenant_id = $1 AND one.pack = wanted.pack AND one.unit = wanted.unit
  AND one.space = ANY($5::bigint[])`;

/** The most candidates that an index gives at a time, and how many the first time. */
const nearMax = 1000;
const nearFactor = 2;

/**
 * The spaces that can be compared with the vector. While packs are re-encoded one by one, those of the newest encoder count;
 * the others are found by keyword search only until then.
 */
export async function findSpaces(
  ask: Ask,
  query: CandidateQuery,
  vector: Float32Array,
): Promise<QueriedVectors> {
  const packs = query.stages.map(({ pack }) => pack);
  const rows = await ask(spacesSql, [query.tenantId, packs, query.kind]);
  const fitting = rows.map(toSpace).filter(({ dimensions }) => dimensions === vector.length);
  const [newest] = fitting.toSorted((one, other) => other.createdAtMs - one.createdAtMs);
  const quantised = quantiseVector(vector);
  return {
    vector: writeVector(quantised),
    scale: quantised.scale,
    spaces: fitting.filter(({ encoder }) => encoder === newest?.encoder),
  };
}

/** The nearest units that the viewer may see: by an index where there is one, unless most of what is near is hidden. */
export async function findByVector(
  ask: Ask,
  query: CandidateQuery,
  { spaces, ...queried }: QueriedVectors,
): Promise<FoundUnit[]> {
  const found: FoundUnit[] = [];
  const plain = spaces.filter(({ isIndexed }) => !isIndexed);
  for (const some of [
    ...(plain.length === 0 ? [] : [plain]),
    ...spaces.filter(({ isIndexed }) => isIndexed).map((one) => [one]),
  ])
    found.push(...(await findNear(ask, query, { ...queried, spaces: some })));
  return found.sort((one, other) => other.score - one.score).slice(0, query.depth);
}

/** In one space that has an index, or in several that have none. */
async function findNear(
  ask: Ask,
  query: CandidateQuery,
  { vector, scale, spaces }: QueriedVectors,
): Promise<FoundUnit[]> {
  const values = visibleValues(query.tenantId, query.stages, query);
  const numbers = spaces.map(({ space }) => space);
  const [first] = spaces;
  for (const limit of [query.depth * nearFactor, nearMax]) {
    const isIndexed = first?.isIndexed === true;
    if (isIndexed) await ask("SELECT set_config('hnsw.ef_search', $1, true)", [String(limit)]);
    const rows =
      isIndexed && first !== undefined
        ? await ask(indexedSql(first), [...values, vector, limit])
        : await ask(exactSql, [...values, vector, limit, numbers]);
    const found = rows.filter((row) => row['is_visible'] === true);
    const isComplete = !isIndexed && rows.length < limit;
    if (found.length >= query.depth || isComplete)
      return found.slice(0, query.depth).map((row) => toUnit(row, scale));
  }
  const visible = await ask(filteredSql, [...values, vector, query.depth, numbers]);
  return visible.map((row) => toUnit(row, scale));
}

/** Cosines of units that were found otherwise. */
export async function scoreByVector(
  ask: Ask,
  tenantId: string,
  { vector, scale, spaces }: QueriedVectors,
  units: readonly Pick<FoundUnit, 'pack' | 'unit'>[],
): Promise<FoundUnit[]> {
  if (units.length === 0 || spaces.length === 0) return [];
  const rows = await ask(scoresSql, [
    tenantId,
    units.map(({ pack }) => pack),
    units.map(({ unit }) => unit),
    vector,
    spaces.map(({ space }) => space),
  ]);
  return rows.map((row) => toUnit(row, scale));
}

export function writeVector({ values }: QuantisedVector): string {
  return `[${values.join(',')}]`;
}

function toSpace(row: FoundRow): VectorSpace {
  return {
    space: Number(row['space']),
    encoder: String(row['encoder']),
    dimensions: Number(row['dimensions']),
    createdAtMs: Number(row['created_at_ms']),
    isIndexed: row['is_indexed'] === true,
  };
}

function toUnit(row: FoundRow, scale: number): FoundUnit {
  return { pack: Number(row['pack']), unit: Number(row['unit']), score: Number(row['likeness']) * scale };
}
