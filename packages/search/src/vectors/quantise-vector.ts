/** A vector of length 1 in 8 bits a number: `values × scale` is nearly it. */
export interface QuantisedVector {
  readonly values: Int8Array<ArrayBuffer>;
  readonly scale: number;
}

const dimensionsMax = 4096;

/** The length of a vector. Rejects those without a direction: empty, all zeros, or not finite. */
export function requireDirection(vector: Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (vector.length === 0 || vector.length > dimensionsMax || !(squares > 0) || !Number.isFinite(squares))
    throw new RangeError('not a vector with a direction');
  return Math.sqrt(squares);
}

/** Rejects vectors without a direction. */
export function quantiseVector(vector: Float32Array): QuantisedVector {
  const length = requireDirection(vector);
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const step = largest / 127;
  const values = new Int8Array(vector.length);
  for (const [index, value] of vector.entries()) values[index] = Math.round(value / step);
  return { values, scale: Math.fround(step / length) };
}
