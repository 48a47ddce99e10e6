/** The limit of one call, during which the writer does nothing else. */
const idsMax = 10_000;

export function assertCount(count: number): void {
  if (count > idsMax) throw new Error(`at most ${idsMax} at once`);
}
