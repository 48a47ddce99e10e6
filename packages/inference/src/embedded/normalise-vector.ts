/** Scales a vector to length 1. The zero vector stays as it is: it is equally near to all vectors. */
export function normaliseVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : vector.map(() => 0);
}
