import type { PassageQuery } from '../passage-search.ts';
import { isDead } from './manifest.ts';
import type { Segment } from './segment.ts';
import type { PlaceRule } from './segment-layout.ts';

type Viewer = Pick<PassageQuery, 'groups' | 'nowMs'>;

/** The units of a segment that one viewer may find in one version. Everything that ranks goes by these alone. */
export interface UnitFilter {
  /** One byte a unit, 1 where it passes; null where all of them do. */
  readonly passing: Uint8Array | null;
  readonly passingCount: number;
  /** Terms in all that pass. */
  readonly lengthTotal: number;
  isPlaceVisible(place: number): boolean;
  /** How many units that pass have the term. */
  documentFrequency(term: number): number;
}

interface CachedFilter {
  readonly name: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly filter: UnitFilter;
}

const filtersMax = 8;

/** Remembers the last few filters of one segment: viewers are many, but the groups they are in are few. */
export class UnitFilters {
  readonly #segment: Segment;
  #cached: readonly CachedFilter[] = [];

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  /** `deadPlacesName` names the state that `deadPlaces` is of. */
  find(dead: { readonly name: string; readonly places: Uint8Array | null }, viewer: Viewer): UnitFilter {
    const groups = viewer.groups === 'all' ? 'all' : [...viewer.groups].sort();
    const name = JSON.stringify([dead.name, groups]);
    const known = this.#cached.find(
      (cached) => cached.name === name && viewer.nowMs >= cached.fromMs && viewer.nowMs < cached.untilMs,
    );
    const found = known ?? { name, ...this.#build(dead.places, viewer) };
    this.#cached = [found, ...this.#cached.filter((other) => other !== found)].slice(0, filtersMax);
    return found.filter;
  }

  #build(deadPlaces: Uint8Array | null, viewer: Viewer): Omit<CachedFilter, 'name'> {
    const { rules } = this.#segment;
    const groups = viewer.groups === 'all' ? 'all' : new Set(viewer.groups);
    const passes = Uint8Array.from(rules, (rule) => (isVisible(rule, groups, viewer.nowMs) ? 1 : 0));
    // Between two instants at which anything begins or ends to be valid the filter stays the same.
    let fromMs = Number.NEGATIVE_INFINITY;
    let untilMs = Number.POSITIVE_INFINITY;
    for (const { validFromMs, validUntilMs } of rules) {
      for (const instantMs of [validFromMs, validUntilMs]) {
        if (instantMs === null) continue;
        if (instantMs <= viewer.nowMs) fromMs = Math.max(fromMs, instantMs);
        else untilMs = Math.min(untilMs, instantMs);
      }
    }
    const isPlain = deadPlaces === null && passes.every((pass) => pass === 1);
    const filter = isPlain ? everything(this.#segment) : selection(this.#segment, { deadPlaces, passes });
    return { fromMs, untilMs, filter };
  }
}

function isVisible(rule: PlaceRule, groups: ReadonlySet<string> | 'all', nowMs: number): boolean {
  const { validFromMs, validUntilMs } = rule;
  return (
    (groups === 'all' || rule.groups.length === 0 || rule.groups.some((group) => groups.has(group))) &&
    (validFromMs === null || validFromMs <= nowMs) &&
    (validUntilMs === null || nowMs < validUntilMs)
  );
}

function everything({ arrays, unitCount }: Segment): UnitFilter {
  return {
    passing: null,
    passingCount: unitCount,
    lengthTotal: arrays.unitLengths.reduce((sum, length) => sum + length, 0),
    isPlaceVisible: () => true,
    documentFrequency: (term) => (arrays.postingStarts[term + 1] ?? 0) - (arrays.postingStarts[term] ?? 0),
  };
}

function selection(
  { arrays, unitCount }: Segment,
  { deadPlaces, passes }: { readonly deadPlaces: Uint8Array | null; readonly passes: Uint8Array },
): UnitFilter {
  const { unitPlaceStarts, placeRules, unitLengths, postingStarts, postingUnits } = arrays;
  const isPlaceVisible = (place: number) =>
    passes[placeRules[place] ?? 0] === 1 && !isDead(deadPlaces, place);
  const passing = new Uint8Array(unitCount);
  let passingCount = 0;
  let lengthTotal = 0;
  for (let unit = 0; unit < unitCount; unit += 1) {
    const end = unitPlaceStarts[unit + 1] ?? 0;
    let place = unitPlaceStarts[unit] ?? 0;
    while (place < end && !isPlaceVisible(place)) place += 1;
    if (place === end) continue;
    passing[unit] = 1;
    passingCount += 1;
    lengthTotal += unitLengths[unit] ?? 0;
  }
  const counted = new Map<number, number>();
  const documentFrequency = (term: number) => {
    const known = counted.get(term);
    if (known !== undefined) return known;
    let count = 0;
    const end = postingStarts[term + 1] ?? 0;
    for (let position = postingStarts[term] ?? 0; position < end; position += 1)
      count += passing[postingUnits[position] ?? 0] ?? 0;
    // Ordinary queries have few terms; a client that queries every term must not exhaust the memory.
    if (counted.size < 100_000) counted.set(term, count);
    return count;
  };
  return { passing, passingCount, lengthTotal, isPlaceVisible, documentFrequency };
}
