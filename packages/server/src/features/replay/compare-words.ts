import { type DiffPart, diff } from '@avow/text/diff';

/**
 * The difference between two texts, word by word, adjacent words of one kind joined. The runs that are the same or gone make up
 * the first text, those that are the same or added the second.
 */
export function compareWords({ was, now }: { readonly was: string; readonly now: string }): DiffPart[] {
  const runs: DiffPart[] = [];
  for (const { kind, text } of diff(wordsOf(was), wordsOf(now))) {
    const last = runs.at(-1);
    if (last?.kind === kind) runs.splice(-1, 1, { kind, text: last.text + text });
    else runs.push({ kind, text });
  }
  return runs;
}

/** Words with the space before them, and what is left of it at the end. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? [];
}
