import { postingsPerBlock, type SegmentArrays } from './segment-layout.ts';

/** The terms of each unit, unit by unit: entries `unitEntryStarts[unit]` to `unitEntryStarts[unit + 1]` are its own. */
interface ForwardIndex {
  /** By number. */
  readonly terms: readonly string[];
  readonly unitLengths: Uint16Array;
  readonly unitEntryStarts: Uint32Array;
  readonly entryTerms: Uint32Array;
  readonly entryFrequencies: Uint8Array;
}

type TermArrays = Pick<
  SegmentArrays,
  | 'termStarts'
  | 'termBytes'
  | 'postingStarts'
  | 'postingUnits'
  | 'postingFrequencies'
  | 'blockStarts'
  | 'blockFrequencyMax'
  | 'blockLengthMin'
>;

/** From the terms of each unit to the units of each term: a counting sort, so the units of a term stay in order. */
export function invertTerms(forward: ForwardIndex): TermArrays {
  const { terms, unitEntryStarts, entryTerms, entryFrequencies } = forward;
  const order = terms.map((_, number) => number);
  order.sort((one, other) => compareCodePoints(terms[one] ?? '', terms[other] ?? ''));
  const rank = new Uint32Array(terms.length);
  for (const [position, number] of order.entries()) rank[number] = position;

  const postingStarts = new Uint32Array(terms.length + 1);
  for (const term of entryTerms) {
    const after = (rank[term] ?? 0) + 1;
    postingStarts[after] = (postingStarts[after] ?? 0) + 1;
  }
  for (let term = 0; term < terms.length; term += 1)
    postingStarts[term + 1] = (postingStarts[term + 1] ?? 0) + (postingStarts[term] ?? 0);

  const next = postingStarts.slice();
  const postingUnits = new Uint32Array(entryTerms.length);
  const postingFrequencies = new Uint8Array(entryTerms.length);
  for (let unit = 0; unit + 1 < unitEntryStarts.length; unit += 1) {
    const end = unitEntryStarts[unit + 1] ?? 0;
    for (let entry = unitEntryStarts[unit] ?? 0; entry < end; entry += 1) {
      const term = rank[entryTerms[entry] ?? 0] ?? 0;
      const position = next[term] ?? 0;
      next[term] = position + 1;
      postingUnits[position] = unit;
      postingFrequencies[position] = entryFrequencies[entry] ?? 0;
    }
  }
  return {
    ...encodeTerms(order.map((number) => terms[number] ?? '')),
    postingStarts,
    postingUnits,
    postingFrequencies,
    ...boundBlocks({ postingStarts, postingUnits, postingFrequencies, unitLengths: forward.unitLengths }),
  };
}

function encodeTerms(terms: readonly string[]): Pick<TermArrays, 'termStarts' | 'termBytes'> {
  const termStarts = new Uint32Array(terms.length + 1);
  for (const [position, term] of terms.entries())
    termStarts[position + 1] = (termStarts[position] ?? 0) + Buffer.byteLength(term);
  return { termStarts, termBytes: new Uint8Array(Buffer.from(terms.join(''))) };
}

/** What bounds the score of a block, whatever the averages of a query will be. */
function boundBlocks(
  postings: Pick<SegmentArrays, 'postingStarts' | 'postingUnits' | 'postingFrequencies'> & {
    readonly unitLengths: Uint16Array;
  },
): Pick<TermArrays, 'blockStarts' | 'blockFrequencyMax' | 'blockLengthMin'> {
  const { postingStarts, postingUnits, postingFrequencies, unitLengths } = postings;
  const blockStarts = new Uint32Array(postingStarts.length);
  for (let term = 0; term + 1 < postingStarts.length; term += 1) {
    const count = (postingStarts[term + 1] ?? 0) - (postingStarts[term] ?? 0);
    blockStarts[term + 1] = (blockStarts[term] ?? 0) + Math.ceil(count / postingsPerBlock);
  }
  const blockCount = blockStarts.at(-1) ?? 0;
  const blockFrequencyMax = new Uint8Array(blockCount);
  const blockLengthMin = new Uint16Array(blockCount).fill(0xffff);
  for (let term = 0; term + 1 < postingStarts.length; term += 1) {
    const start = postingStarts[term] ?? 0;
    const end = postingStarts[term + 1] ?? 0;
    for (let position = start; position < end; position += 1) {
      const block = (blockStarts[term] ?? 0) + Math.trunc((position - start) / postingsPerBlock);
      const frequency = postingFrequencies[position] ?? 0;
      const length = unitLengths[postingUnits[position] ?? 0] ?? 0;
      if (frequency > (blockFrequencyMax[block] ?? 0)) blockFrequencyMax[block] = frequency;
      if (length < (blockLengthMin[block] ?? 0)) blockLengthMin[block] = length;
    }
  }
  return { blockStarts, blockFrequencyMax, blockLengthMin };
}

/** The order of the bytes in UTF-8, in which the terms are looked up; by itself JavaScript puts surrogates too low. */
function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return aboveSurrogates(a) - aboveSurrogates(b);
  }
  return one.length - other.length;
}

function aboveSurrogates(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
