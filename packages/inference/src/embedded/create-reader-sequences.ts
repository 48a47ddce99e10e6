import type { ClaimToJudge, PassageToRead } from '../reader.ts';
import type { Tokeniser, Tokens } from './create-tokeniser.ts';
import { readingRules } from './reading-rules.ts';
import { splitWindows, type TextWindow } from './split-windows.ts';

/** A text in the windows in which the model reads it. */
export interface TextSequence {
  readonly text: Tokens;
  readonly windows: readonly ReaderWindow[];
}

interface ReaderWindow extends TextWindow {
  /** Where the second segment begins. */
  readonly secondSegmentAt: number;
}

/** What is asked of the model, in its tokens. A passage or evidence of more than `textTokensMax` is read up to there. */
export interface Sequences {
  readonly toRead: (question: string, passage: PassageToRead, textTokensMax: number) => TextSequence;
  readonly toJudge: (claim: ClaimToJudge, textTokensMax: number) => TextSequence;
}

/** None of the last tokens that are kept of a text stands before its last so many units. */
const lastUnitsMax = 8_000;

/** Fails with a `UserError` where the vocabulary has not all the tokens that a reading model wants. */
export function createReaderSequences(
  { tokenise, special, idOf }: Tokeniser,
  { tokensMax }: { readonly tokensMax: number },
): Sequences {
  const { markers } = readingRules;
  const marker = {
    read: idOf(markers.read),
    judge: idOf(markers.judge),
    text: idOf(markers.text),
  };
  const sequence = (
    text: Tokens,
    { head, secondSegmentAt }: { readonly head: readonly number[]; readonly secondSegmentAt: number },
  ): TextSequence => {
    const { overlapTokens } = readingRules;
    const { separator } = special;
    const windows = splitWindows({ head, text: text.ids, separator, tokensMax, overlapTokens });
    return { text, windows: windows.map((window) => ({ ...window, secondSegmentAt })) };
  };
  const lastTokens = (text: string, tokensMax: number): number[] =>
    tokenise(text.slice(-lastUnitsMax), lastUnitsMax).ids.slice(-tokensMax);

  return {
    toRead: (question, passage, textTokensMax) => {
      const asked = lastTokens(question, readingRules.questionTokensMax);
      const context = lastTokens(passage.context, readingRules.contextTokensMax);
      const first = [special.start, marker.read, ...asked, special.separator];
      const head = context.length > 0 ? [...first, ...context, marker.text] : first;
      return sequence(tokenise(passage.text, textTokensMax), { head, secondSegmentAt: first.length });
    },
    toJudge: ({ claim, evidence }, textTokensMax) => {
      const claimed = lastTokens(claim, readingRules.claimTokensMax);
      const head = [special.start, marker.judge, ...claimed, special.separator];
      return sequence(tokenise(evidence, textTokensMax), { head, secondSegmentAt: head.length });
    },
  };
}
