/** The known name that was probably meant; null if none is similar. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .toSorted((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.min(name.length / 2, 3) ? best.candidate : null;
}

/** Longer names are compared by their beginning: names of settings are short. */
const lengthMax = 64;

/** Levenshtein: how many letters must be added, removed or replaced. */
function editDistance(one: string, other: string): number {
  const [from, to] = [one.slice(0, lengthMax), other.slice(0, lengthMax)];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (const [index, wanted] of [...to].entries())
      next.push(
        Math.min(
          (next[index] ?? 0) + 1,
          (row[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + (letter === wanted ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
