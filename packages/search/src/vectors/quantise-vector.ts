/** A vector of length 1 in 8 bits a number: `values × scale` is nearly it. */
export interface QuantisedVector {
  readonly values: Int8Array<ArrayBuffer>;
  readonly scale: number;
}

const dimensionsMax = 4096;

/** Rejects vectors without a direction: empty, all zeros, or not finite. */
export function quantiseVector(vector: Float32Array): QuantisedVector {
  let squares = 0;
  let largest = 0;
  for (const value of vector) {
    squares += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (vector.length === 0 || vector.length > dimensionsMax || !(squares > 0) || !Number.isFinite(squares))
    throw new RangeError('not a vector with a direction');
  const step = largest / 127;
  const values = new Int8Array(vector.length);
  for (const [index, value] of vector.entries()) values[index] = Math.round(value / step);
  return { values, scale: Math.fround(step / Math.sqrt(squares)) };
}
