import type { PassageQuery } from '@avow/search';
import { computeTermWeight, type QueryTerm, type TermWeight } from '@avow/search/engine';
import type { Ask, Row } from './search-transactions.ts';
import {
  isVisibleSql,
  type SearchedStage,
  type SearchViewer,
  visibleSql,
  visibleValues,
} from './visible-places.ts';

/** What a viewer sees of a stage. It holds until the pack changes, or something begins or ends to be valid. */
interface StageStatistics {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly unitCount: number;
  readonly lengthTotal: number;
  /** Whether the viewer sees all units that the pack has postings of: counting them is then not needed. */
  readonly isAll: boolean;
  /** How many of the units have a term. */
  readonly frequencies: Map<string, number>;
}

export interface StatisticsQuery extends SearchViewer {
  readonly tenantId: string;
  readonly kind: PassageQuery['kind'];
  readonly stages: readonly SearchedStage[];
}

export interface WeightedTerms {
  /** Rarest first; terms that nothing visible has are left out. */
  readonly terms: ReadonlyArray<{ readonly term: string } & TermWeight>;
  readonly isAll: boolean;
}

const totalSql = `SELECT pack, count(*)::int AS total FROM search_units
WHERE tenant_id = $1 AND pack = ANY($2::bigint[]) AND kind = $3 GROUP BY pack`;

const countSql = `SELECT seen.stage, count(*)::int AS visible, sum(unit.length)::float8 AS lengths
FROM (
  SELECT DISTINCT place.pack, member.stage, place.unit FROM ${visibleSql} AND place.pack = ANY($6::bigint[])
) AS seen
CROSS JOIN LATERAL (
  SELECT length FROM search_units AS one
  WHERE one.tenant_id = $1 AND one.pack = seen.pack AND one.unit = seen.unit AND one.kind = $7 OFFSET 0
) AS unit
GROUP BY seen.stage`;

/** When something begins or ends to be valid in a pack, before and after now. */
const instantsSql = `SELECT pack, max(at_ms) FILTER (WHERE at_ms <= $3) AS from_ms, min(at_ms) FILTER (WHERE at_ms > $3) AS until_ms
FROM search_places, unnest(ARRAY[valid_from_ms, valid_until_ms]) AS at_ms
WHERE tenant_id = $1 AND pack = ANY($2::bigint[]) AND (valid_from_ms IS NOT NULL OR valid_until_ms IS NOT NULL)
GROUP BY pack`;

const wholeFrequencySql = `SELECT pack, term, sum(cardinality(units))::int AS found FROM search_postings
WHERE tenant_id = $1 AND pack = ANY($2::bigint[]) AND kind = $3 AND term = ANY($4::text[]) GROUP BY pack, term`;

const seenFrequencySql = `SELECT posting.pack, posting.term, count(*)::int AS found
FROM search_postings AS posting, unnest(posting.units) AS one (unit)
CROSS JOIN LATERAL (SELECT posting.pack, one.unit) AS candidate
WHERE posting.tenant_id = $1 AND posting.pack = ANY($6::bigint[]) AND posting.kind = $7
  AND posting.term = ANY($8::text[]) AND ${isVisibleSql('candidate')}
GROUP BY posting.pack, posting.term`;

const viewsMax = 2_000;
const termsMax = 20_000;

/** Counts for BM25, by what each viewer sees: what is hidden from a viewer must not show in a score. */
export class TermStatistics {
  readonly #known = new Map<string, StageStatistics>();

  /** The terms of a query, weighed over everything that is searched. */
  async weigh(ask: Ask, query: StatisticsQuery, terms: readonly QueryTerm[]): Promise<WeightedTerms> {
    const found = await this.#statisticsOf(ask, query);
    await this.#count(ask, query, { found, terms: terms.map(({ term }) => term) });
    const all = [...found.values()];
    const unitCount = sum(all.map((one) => one.unitCount));
    const averageLength = sum(all.map((one) => one.lengthTotal)) / Math.max(unitCount, 1);
    const weighed = terms.flatMap(({ term, times }) => {
      const frequency = sum(all.map(({ frequencies }) => frequencies.get(term) ?? 0));
      if (frequency === 0) return [];
      const weight = computeTermWeight(frequency, { unitCount, averageLength });
      // Twice is more than once, and not twice as much, as in the embedded search.
      return [{ term, ...weight, weight: weight.weight * Math.sqrt(times) }];
    });
    return {
      terms: weighed.sort((one, other) => other.weight - one.weight),
      isAll: all.every(({ isAll }) => isAll),
    };
  }

  async #statisticsOf(ask: Ask, query: StatisticsQuery): Promise<Map<SearchedStage, StageStatistics>> {
    const found = new Map<SearchedStage, StageStatistics>();
    const missing: SearchedStage[] = [];
    for (const stage of query.stages) {
      const known = this.#known.get(nameOf(query, stage));
      const holds = known !== undefined && query.nowMs >= known.fromMs && query.nowMs < known.untilMs;
      if (holds) found.set(stage, known);
      else missing.push(stage);
    }
    if (missing.length === 0) return found;
    const packs = missing.map(({ pack }) => pack);
    const values = visibleValues(query.tenantId, missing, query);
    const [counted, totals, instants] = await Promise.all([
      ask(countSql, [...values, packs, query.kind]),
      ask(totalSql, [query.tenantId, packs, query.kind]),
      ask(instantsSql, [query.tenantId, packs, query.nowMs]),
    ]);
    const byStage = rowsBy(counted, 'stage');
    const totalByPack = rowsBy(totals, 'pack');
    const instantsByPack = rowsBy(instants, 'pack');
    for (const stage of missing) {
      const one = readStatistics({
        ...byStage.get(stage.stage),
        ...totalByPack.get(stage.pack),
        ...instantsByPack.get(stage.pack),
      });
      found.set(stage, one);
      if (this.#known.size >= viewsMax) this.#known.clear();
      this.#known.set(nameOf(query, stage), one);
    }
    return found;
  }

  async #count(
    ask: Ask,
    query: StatisticsQuery,
    {
      found,
      terms,
    }: {
      readonly found: ReadonlyMap<SearchedStage, StageStatistics>;
      readonly terms: readonly string[];
    },
  ): Promise<void> {
    const isMissing = ({ frequencies }: StageStatistics) => terms.some((term) => !frequencies.has(term));
    const missing = [...found].filter(([, one]) => isMissing(one));
    const whole = missing.filter(([, { isAll }]) => isAll);
    const partial = missing.filter(([, { isAll }]) => !isAll);
    const wanted = [
      ...new Set(missing.flatMap(([, one]) => terms.filter((term) => !one.frequencies.has(term)))),
    ];
    const packsOf = (some: typeof missing) => some.map(([{ pack }]) => pack);
    const countWhole: Promise<readonly Row[]> =
      whole.length === 0
        ? Promise.resolve([])
        : ask(wholeFrequencySql, [query.tenantId, packsOf(whole), query.kind, wanted]);
    // Two versions of one pack are counted apart: a row names its pack alone.
    const countPartial = partial.map(([stage]) => {
      const values = visibleValues(query.tenantId, [stage], query);
      return ask(seenFrequencySql, [...values, [stage.pack], query.kind, wanted]);
    });
    const [first = [], ...others] = await Promise.all([countWhole, ...countPartial]);
    for (const [, one] of missing) {
      if (one.frequencies.size > termsMax) one.frequencies.clear();
      for (const term of wanted) one.frequencies.set(term, 0);
    }
    for (const [stage, one] of whole)
      for (const row of first) if (Number(row['pack']) === stage.pack) put(one, row);
    for (const [at, [, one]] of partial.entries()) for (const row of others[at] ?? []) put(one, row);
  }
}

function put({ frequencies }: StageStatistics, row: Row): void {
  frequencies.set(String(row['term']), Number(row['found']));
}

const rowsBy = (rows: readonly Row[], name: string) => new Map(rows.map((row) => [Number(row[name]), row]));

function readStatistics(row: Row): StageStatistics {
  const unitCount = Number(row['visible'] ?? 0);
  return {
    unitCount,
    lengthTotal: Number(row['lengths'] ?? 0),
    isAll: unitCount === Number(row['total'] ?? 0),
    fromMs: readMs(row['from_ms'], Number.NEGATIVE_INFINITY),
    untilMs: readMs(row['until_ms'], Number.POSITIVE_INFINITY),
    frequencies: new Map(),
  };
}

const readMs = (value: unknown, otherwise: number) =>
  value === null || value === undefined ? otherwise : Number(value);

function nameOf({ tenantId, kind, groups }: StatisticsQuery, { stage, change }: SearchedStage): string {
  return JSON.stringify([tenantId, stage, change, kind, groups === 'all' ? 'all' : groups.toSorted()]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
