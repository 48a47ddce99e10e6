import type { AnswerSpan } from '@avow/inference';
import type { QuestionKind } from '@avow/text/languages';
import { pointedSentences } from './pointed-words.ts';

export const askedByNumber: ReadonlySet<QuestionKind> = new Set(['amount', 'duration', 'frequency']);
/** "Every week" and "without limit" say how often and how much as well as a number does. */
const saysHowMuch =
  /\p{Nd}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|half|single|several|many|once|twice|hourly|daily|weekly|monthly|quarterly|yearly|annually|every|each|no|none|never|always|unlimited|indefinitely|forever)\b/iu;

/** Whether a number is asked for, and the sentence that was pointed at has none. */
export function lacksNumber(
  kind: QuestionKind,
  pointed: { readonly text: string; readonly span: AnswerSpan },
): boolean {
  return wordsLackNumber(kind, pointedSentences(pointed));
}

/** Whether a number is asked for, and these words have none. */
export function wordsLackNumber(kind: QuestionKind, words: string): boolean {
  return askedByNumber.has(kind) && !saysHowMuch.test(words);
}
