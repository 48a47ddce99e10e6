import type { ClaimToJudge, PassageToRead } from '../../interfaces/reader.ts';
import type { Tokeniser, Tokens } from './create-tokeniser.ts';
import { readingRules } from './reading-rules.ts';
import { splitWindows, type TextWindow } from './split-windows.ts';

/** A text in the windows in which the model reads it. */
export interface TextSequence {
  readonly text: Tokens;
  readonly windows: readonly TextWindow[];
}

/** What is asked of the model, in its tokens. A passage or evidence of more than `textTokensMax` is read up to there. */
export interface Sequences {
  readonly toRead: (question: string, passage: PassageToRead, textTokensMax: number) => TextSequence;
  readonly toJudge: (claim: ClaimToJudge, textTokensMax: number) => TextSequence;
  /** Null where the text has more tokens: the rest of it may be what it is screened for. */
  readonly toScreen: (text: string, textTokensMax: number) => TextSequence | null;
}

/** No token of a context that is read stands before its last so many units. */
const contextUnitsMax = 4_000;

/** Fails with a `UserError` where the vocabulary has not all the tokens that a reading model wants. */
export function createSequences(
  { tokenise, special, idOf }: Tokeniser,
  { tokensMax }: { readonly tokensMax: number },
): Sequences {
  const { overlapTokens, markers } = readingRules;
  const marker = {
    read: idOf(markers.read),
    judge: idOf(markers.judge),
    screen: idOf(markers.screen),
    text: idOf(markers.text),
  };
  const sequence = (text: Tokens, head: readonly number[], secondSegmentAt: number | null): TextSequence => ({
    text,
    windows: splitWindows({
      head,
      text: text.ids,
      separator: special.separator,
      secondSegmentAt,
      tokensMax,
      overlapTokens,
    }),
  });

  return {
    toRead: (question, passage, textTokensMax) => {
      const asked = tokenise(question, readingRules.questionTokensMax).ids;
      const context = tokenise(passage.context.slice(-contextUnitsMax), contextUnitsMax).ids;
      const kept = context.slice(-readingRules.contextTokensMax);
      const first = [special.start, marker.read, ...asked, special.separator];
      const head = kept.length > 0 ? [...first, ...kept, marker.text] : first;
      return sequence(tokenise(passage.text, textTokensMax), head, first.length);
    },
    toJudge: ({ claim, evidence }, textTokensMax) => {
      const claimed = tokenise(claim, readingRules.claimTokensMax).ids;
      const head = [special.start, marker.judge, ...claimed, special.separator];
      return sequence(tokenise(evidence, textTokensMax), head, head.length);
    },
    toScreen: (text, textTokensMax) => {
      const tokens = tokenise(text, textTokensMax + 1);
      if (tokens.ids.length > textTokensMax) return null;
      return sequence(tokens, [special.start, marker.screen], null);
    },
  };
}
