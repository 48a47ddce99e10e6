/** All but a few installations stay far below. */
const namesMax = 500;
const otherNames = 'other';

/**
 * For the values of a label that tenants choose. Each takes memory for as long as the process runs, and anybody who may change
 * a policy could invent them without end: further ones count as `other`.
 */
export function createNameBound(): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < namesMax) known.add(name);
    return known.has(name) ? name : otherNames;
  };
}
