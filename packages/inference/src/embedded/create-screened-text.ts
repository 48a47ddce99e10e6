import { indexCodePoints } from '@avow/text/sentences';
import type { Tokeniser } from './create-tokeniser.ts';
import { screeningRules } from './screening-rules.ts';
import { splitWindows, type TextWindow } from './split-windows.ts';

/** A text in the windows in which the model reads it, and its words. */
export interface ScreenedText {
  readonly words: readonly ScreenedWord[];
  readonly windows: readonly ScreenedWindow[];
}

/** What stands between spaces and punctuation, or a mark of punctuation. */
export interface ScreenedWord {
  /** The tokens it is made of, among all of the text. */
  readonly firstToken: number;
  readonly tokensEnd: number;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

interface ScreenedWindow extends TextWindow {
  /** For each token 1 where its word begins with a capital, else 0. */
  readonly capitals: readonly number[];
}

/** Nothing else: not a title-case digraph, and not a letter in small capitals. */
const capital = /^\p{Lu}/u;

export function createScreenedText(
  text: string,
  { tokenise, special, continuesWord }: Tokeniser,
  { tokensMax }: { readonly tokensMax: number },
): ScreenedText {
  const tokens = tokenise(text, Number.POSITIVE_INFINITY);
  const offsets = indexCodePoints(text);
  const words: ScreenedWord[] = [];
  const capitals = new Array<number>(tokens.ids.length).fill(0);
  for (let first = 0; first < tokens.ids.length; ) {
    let tokensEnd = first + 1;
    while (continuesWord(tokens.ids[tokensEnd])) tokensEnd += 1;
    const start = offsets.toUtf16(tokens.starts[first] ?? 0);
    const end = offsets.toUtf16(tokens.ends[tokensEnd - 1] ?? 0);
    words.push({ firstToken: first, tokensEnd, start, end });
    if (capital.test(text.slice(start, end))) capitals.fill(1, first, tokensEnd);
    first = tokensEnd;
  }
  const windows = splitWindows({
    head: [special.start],
    text: tokens.ids,
    separator: special.separator,
    tokensMax,
    overlapTokens: screeningRules.overlapTokens,
  });
  return {
    words,
    windows: windows.map((window) => {
      const inside = capitals.slice(window.firstToken, window.firstToken + window.ids.length - 2);
      return { ...window, capitals: [0, ...inside, 0] };
    }),
  };
}
