import { keyOfUnit, openUnitTexts, revisionAt, type Segment, termAt } from './segment.ts';
import { type BuiltSegment, SegmentBuilder } from './segment-builder.ts';

export interface MergeInput {
  readonly segment: Segment;
  /** What is not kept leaves no trace in the new segment. */
  readonly isKept: (place: number) => boolean;
}

export interface MergedSegments {
  readonly built: BuiltSegment;
  /** Where a place of an input is in the new segment; null where it was not kept. */
  readonly newPlace: (wanted: { readonly input: number; readonly place: number }) => number | null;
}

const absent = 0xffffffff;

/** Makes one segment of several of one kind. Their texts are not read for words again: the postings are carried over. */
export function mergeSegments(inputs: readonly MergeInput[]): MergedSegments {
  const builder = new SegmentBuilder(inputs[0]?.segment.kind ?? 'document');
  const added = inputs.map((input) => carryOver(builder, input));
  const built = builder.finish();
  return {
    built,
    newPlace: ({ input, place }) => {
      const order = added[input]?.[place] ?? absent;
      return order === absent ? null : (built.placeNumbers[order] ?? null);
    },
  };
}

/** By place of the input, in which order it was added to the builder. */
function carryOver(builder: SegmentBuilder, { segment, isKept }: MergeInput): Uint32Array {
  const { unitPlaceStarts, unitLengths } = segment.arrays;
  const placeOrder = new Uint32Array(segment.placeCount).fill(absent);
  const forward = termsByUnit(segment);
  const termNumbers = new Int32Array(segment.termCount).fill(-1);
  const termNumber = (term: number) => {
    if (termNumbers[term] === -1) termNumbers[term] = builder.termNumber(termAt(segment, term));
    return termNumbers[term] ?? 0;
  };
  const texts = openUnitTexts(segment);
  const addUnit = (unit: number) => {
    const key = keyOfUnit(segment, unit);
    const known = builder.findUnit(key);
    if (known !== undefined) return known;
    const added = builder.addUnit({ key, ...texts.read(unit), length: unitLengths[unit] ?? 0 });
    const end = forward.starts[unit + 1] ?? 0;
    for (let entry = forward.starts[unit] ?? 0; entry < end; entry += 1)
      builder.addTerm(termNumber(forward.terms[entry] ?? 0), forward.frequencies[entry] ?? 0);
    return added;
  };
  try {
    for (let unit = 0; unit < segment.unitCount; unit += 1) {
      let unitAdded: number | null = null;
      const end = unitPlaceStarts[unit + 1] ?? 0;
      for (let place = unitPlaceStarts[unit] ?? 0; place < end; place += 1) {
        if (!isKept(place)) continue;
        unitAdded ??= addUnit(unit);
        placeOrder[place] = builder.addPlace(unitAdded, placeFields(segment, place));
      }
    }
  } finally {
    texts.close();
  }
  return placeOrder;
}

/** Everything of a place but its words. */
export function placeFields(segment: Segment, place: number) {
  const { placeRevisions, placeOrdinals, placeStarts, placeEnds, placeRules } = segment.arrays;
  const { id, revision } = revisionAt(segment, placeRevisions[place] ?? 0);
  const rule = segment.rules[placeRules[place] ?? 0];
  // Without its rule a place would be everybody's.
  if (rule === undefined) throw new Error('a place has no rule');
  return {
    documentId: id,
    revision,
    ordinal: placeOrdinals[place] ?? 0,
    start: placeStarts[place] ?? 0,
    end: placeEnds[place] ?? 0,
    ...rule,
  };
}

/** From the units of each term back to the terms of each unit. */
function termsByUnit({ arrays, unitCount, termCount }: Segment) {
  const { postingStarts, postingUnits, postingFrequencies } = arrays;
  const starts = new Uint32Array(unitCount + 1);
  for (const unit of postingUnits) starts[unit + 1] = (starts[unit + 1] ?? 0) + 1;
  for (let unit = 0; unit < unitCount; unit += 1)
    starts[unit + 1] = (starts[unit + 1] ?? 0) + (starts[unit] ?? 0);
  const next = starts.slice();
  const terms = new Uint32Array(postingUnits.length);
  const frequencies = new Uint8Array(postingUnits.length);
  for (let term = 0; term < termCount; term += 1) {
    const end = postingStarts[term + 1] ?? 0;
    for (let position = postingStarts[term] ?? 0; position < end; position += 1) {
      const unit = postingUnits[position] ?? 0;
      const entry = next[unit] ?? 0;
      next[unit] = entry + 1;
      terms[entry] = term;
      frequencies[entry] = postingFrequencies[position] ?? 0;
    }
  }
  return { starts, terms, frequencies };
}
