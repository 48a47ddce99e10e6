export const positions = ['start', 'middle', 'end'] as const;
export type Position = (typeof positions)[number];

/** Inserts a foreign sentence into a passage: before it, after it, or between two sentences. */
export function setIntoPassage(
  passage: string,
  { sentence, position }: { readonly sentence: string; readonly position: Position },
): string {
  switch (position) {
    case 'start':
      return `${sentence} ${passage}`;
    case 'end':
      return `${passage} ${sentence}`;
    case 'middle': {
      const at = nearestBreak(passage);
      return `${passage.slice(0, at).trimEnd()} ${sentence} ${passage.slice(at).trimStart()}`;
    }
  }
}

/** The end of a sentence or line nearest to the middle; without any, a space. */
function nearestBreak(text: string): number {
  const middle = text.length / 2;
  const breaks = [...text.matchAll(/(?<=[.!?])\s|\n/g)].map(({ index }) => index);
  const blanks = [...text.matchAll(/\s/g)].map(({ index }) => index);
  const places = breaks.length > 0 ? breaks : blanks;
  return places.reduce(
    (best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best),
    places[0] ?? 0,
  );
}
