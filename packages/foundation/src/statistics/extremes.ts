// Spreading a list into `Math.max` fails beyond some hundred thousand values, since each becomes an argument.

/** The largest value; `-Infinity` if there are none. */
export function largest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > found) found = value;
  return found;
}

/** The smallest value; `Infinity` if there are none. */
export function smallest(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const value of values) if (value < found) found = value;
  return found;
}
