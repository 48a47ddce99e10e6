import type { AnswerSpan } from '@avow/inference';
import type { QuestionKind } from '@avow/text/languages';
import { askedByNumber, lacksNumber } from './lacks-number.ts';
import { pointedSentences, pointedWords } from './pointed-words.ts';

const saysWhen =
  /\p{Nd}|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|yesterday|noon|midnight|morning|evening|night|spring|summer|autumn|winter|week|month|quarter|year|day|hour|once|when|while|until|after|before|during|immediately|always|never|any\s+time)s?\b/iu;
const namesSomebody =
  /\p{Lu}\p{L}|\b(?:you|anyone|everyone|nobody|team|office|department|desk|board|\p{L}+(?:er|or|ist|ian|ant|ee|man|woman|lead|head)s?)\b/u;

/**
 * Whether the words that were pointed at are of the kind that is asked for: 1 or 0. Undefined where the kind of the question
 * says nothing about the words that answer it.
 */
export function typeMatch(
  kind: QuestionKind,
  pointed: { readonly text: string; readonly span: AnswerSpan },
): number | undefined {
  if (askedByNumber.has(kind)) return lacksNumber(kind, pointed) ? 0 : 1;
  if (kind === 'time') return saysWhen.test(pointedSentences(pointed)) ? 1 : 0;
  if (kind === 'person') return namesSomebody.test(pointedWords(pointed)) ? 1 : 0;
  return undefined;
}
