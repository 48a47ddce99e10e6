import { dimensions, type VectorRows } from './vector-rows.ts';

/** The nearest passages to each of the first queries, found by comparing with all of them: what a quick search may miss. */
export function exactNeighbours(given: {
  readonly passages: VectorRows;
  readonly passageCount: number;
  readonly queries: VectorRows;
  readonly queryCount: number;
  readonly limit: number;
}): number[][] {
  const lengths = Float32Array.from({ length: given.passageCount }, (_, row) => {
    let sum = 0;
    for (const value of given.passages.bytes.subarray(row * dimensions, (row + 1) * dimensions))
      sum += value * value;
    return Math.sqrt(sum) || 1;
  });
  return Array.from({ length: given.queryCount }, (_, at) => {
    const query = given.queries.bytes.subarray(at * dimensions, (at + 1) * dimensions);
    const scores = new Float32Array(given.passageCount);
    for (let row = 0; row < given.passageCount; row += 1)
      scores[row] = dotProduct(given.passages.bytes, row * dimensions, query) / (lengths[row] ?? 1);
    return bestRows(scores, given.limit);
  });
}

function dotProduct(bytes: Int8Array, start: number, query: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at += 1) sum += (bytes[start + at] ?? 0) * (query[at] ?? 0);
  return sum;
}

function bestRows(scores: Float32Array, limit: number): number[] {
  const floor = scores.toSorted()[scores.length - limit] ?? Number.NEGATIVE_INFINITY;
  const rows: number[] = [];
  scores.forEach((score, row) => {
    if (score >= floor) rows.push(row);
  });
  return rows.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0)).slice(0, limit);
}
