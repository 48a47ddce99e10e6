import type { ClaimToJudge, PassageToRead } from '../../interfaces/reader.ts';
import type { Tokeniser, Tokens } from './create-tokeniser.ts';
import { readingRules } from './reading-rules.ts';
import { splitWindows, type TextWindow } from './split-windows.ts';

/** A text in the windows in which the model reads it. */
export interface TextSequence {
  readonly text: Tokens;
  readonly windows: readonly ReaderWindow[];
}

export interface ReaderWindow extends TextWindow {
  /** Where the second segment begins; the length where there is none. */
  readonly secondSegmentAt: number;
}

/** What is asked of the model, in its tokens. A passage or evidence of more than `textTokensMax` is read up to there. */
export interface Sequences {
  readonly toRead: (question: string, passage: PassageToRead, textTokensMax: number) => TextSequence;
  readonly toJudge: (claim: ClaimToJudge, textTokensMax: number) => TextSequence;
  /** Null where the text has more tokens: the rest of it may be what it is screened for. */
  readonly toScreen: (text: string, textTokensMax: number) => TextSequence | null;
}

/** None of the last tokens that are kept of a text stands before its last so many units. */
const lastUnitsMax = 8_000;

/** Fails with a `UserError` where the vocabulary has not all the tokens that a reading model wants. */
export function createSequences(
  { tokenise, special, idOf }: Tokeniser,
  { tokensMax }: { readonly tokensMax: number },
): Sequences {
  const { markers } = readingRules;
  const marker = {
    read: idOf(markers.read),
    judge: idOf(markers.judge),
    screen: idOf(markers.screen),
    text: idOf(markers.text),
  };
  const sequence = (
    text: Tokens,
    {
      secondSegmentAt,
      ...shape
    }: Pick<Parameters<typeof splitWindows>[0], 'head' | 'tokensMax' | 'overlapTokens'> & {
      /** Null: all is of the first segment. */
      readonly secondSegmentAt: number | null;
    },
  ): TextSequence => {
    const windows = splitWindows({ text: text.ids, separator: special.separator, ...shape });
    return {
      text,
      windows: windows.map((window) => ({
        ...window,
        secondSegmentAt: secondSegmentAt ?? window.ids.length,
      })),
    };
  };
  const { overlapTokens } = readingRules;
  const lastTokens = (text: string, tokensMax: number): number[] =>
    tokenise(text.slice(-lastUnitsMax), lastUnitsMax).ids.slice(-tokensMax);

  return {
    toRead: (question, passage, textTokensMax) => {
      const asked = lastTokens(question, readingRules.questionTokensMax);
      const context = lastTokens(passage.context, readingRules.contextTokensMax);
      const first = [special.start, marker.read, ...asked, special.separator];
      const head = context.length > 0 ? [...first, ...context, marker.text] : first;
      const shape = { head, secondSegmentAt: first.length, tokensMax, overlapTokens };
      return sequence(tokenise(passage.text, textTokensMax), shape);
    },
    toJudge: ({ claim, evidence }, textTokensMax) => {
      const claimed = lastTokens(claim, readingRules.claimTokensMax);
      const head = [special.start, marker.judge, ...claimed, special.separator];
      const shape = { head, secondSegmentAt: head.length, tokensMax, overlapTokens };
      return sequence(tokenise(evidence, textTokensMax), shape);
    },
    toScreen: (text, textTokensMax) => {
      const tokens = tokenise(text, textTokensMax + 1);
      if (tokens.ids.length > textTokensMax) return null;
      return sequence(tokens, {
        head: [special.start, marker.screen],
        secondSegmentAt: null,
        tokensMax: readingRules.screenedTokensMax,
        overlapTokens: readingRules.screenedOverlapTokens,
      });
    },
  };
}
