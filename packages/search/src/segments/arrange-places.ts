import type { GrowingArray } from './growing-array.ts';
import type { SegmentArrays } from './segment-layout.ts';

type Column = GrowingArray<Uint32Array<ArrayBuffer>>;

/** Places as they came, one column a field. */
interface GatheredPlaces {
  readonly units: Column;
  readonly revisions: Column;
  readonly ordinals: Column;
  readonly starts: Column;
  readonly ends: Column;
  readonly rules: Column;
}

type PlaceArrays = Pick<
  SegmentArrays,
  'unitPlaceStarts' | 'placeRevisions' | 'placeOrdinals' | 'placeStarts' | 'placeEnds' | 'placeRules'
>;

/** Puts the places of a unit side by side, otherwise in the order they came. */
export function arrangePlaces(
  gathered: GatheredPlaces,
  unitCount: number,
): PlaceArrays & { readonly placeNumbers: Uint32Array<ArrayBuffer> } {
  const units = gathered.units.values();
  const unitPlaceStarts = new Uint32Array(unitCount + 1);
  for (const unit of units) unitPlaceStarts[unit + 1] = (unitPlaceStarts[unit + 1] ?? 0) + 1;
  for (let unit = 0; unit < unitCount; unit += 1)
    unitPlaceStarts[unit + 1] = (unitPlaceStarts[unit + 1] ?? 0) + (unitPlaceStarts[unit] ?? 0);
  const next = unitPlaceStarts.slice();
  const placeNumbers = new Uint32Array(units.length);
  for (const [place, unit] of units.entries()) {
    placeNumbers[place] = next[unit] ?? 0;
    next[unit] = (next[unit] ?? 0) + 1;
  }
  const arranged = (column: Column) => {
    const values = new Uint32Array(units.length);
    for (const [place, value] of column.values().entries()) values[placeNumbers[place] ?? 0] = value;
    return values;
  };
  return {
    placeNumbers,
    unitPlaceStarts,
    placeRevisions: arranged(gathered.revisions),
    placeOrdinals: arranged(gathered.ordinals),
    placeStarts: arranged(gathered.starts),
    placeEnds: arranged(gathered.ends),
    placeRules: arranged(gathered.rules),
  };
}
