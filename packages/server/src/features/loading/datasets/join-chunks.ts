/** Shorter repetitions are chance. */
const overlapMin = 20;
const overlapMax = 2_000;

/** Chunks of one text, in order. Products may let each begin with the end of the one before: that is said once. */
export function joinChunks(chunks: readonly string[]): string {
  return chunks
    .map((chunk, place) => {
      const before = chunks[place - 1];
      if (before === undefined) return chunk;
      const overlap = overlapOf(before, chunk);
      return overlap > 0 ? chunk.slice(overlap) : `\n\n${chunk}`;
    })
    .join('');
}

/** The length of the longest end of one text that another begins with. Two equal ones, as rows of a table, are two. */
function overlapOf(before: string, after: string): number {
  if (before === after) return 0;
  for (let length = Math.min(before.length, after.length, overlapMax); length >= overlapMin; length--)
    if (before.endsWith(after.slice(0, length))) return length;
  return 0;
}
