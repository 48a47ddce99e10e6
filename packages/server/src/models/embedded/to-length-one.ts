/** The same direction, of length 1. A vector of zeros has none, and stays: it is as near to any vector as to another. */
export function toLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : vector.map(() => 0);
}
