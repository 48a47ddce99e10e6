import { contextWords, hasContextBefore } from './context-words.ts';
import { type FoundData, scores } from './data-types.ts';

const monthNames =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|juni|juli|okt|dez|janv|fevr|fév|mär|mars|avr|juin|juil|août|aout|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|mrt|mei|maart';
const month = `(?:${monthNames})[a-zéûç]{0,7}\\.?`;
const form = new RegExp(
  '(?<![\\p{L}\\p{N}])(?:' +
    [
      '\\d{1,2}[./-]\\d{1,2}[./-](?:\\d{4}|\\d{2})',
      '\\d{4}[./-]\\d{1,2}[./-]\\d{1,2}',
      '\\d{1,2}[ ]\\d{1,2}[ ]\\d{4}',
      `\\d{1,2}(?:st|nd|rd|th|er|\\.|º)?[ ](?:of[ ]|de[ ])?${month}(?:[ ]de|,)?[ ]\\d{4}`,
      `${month}[ ]\\d{1,2}(?:st|nd|rd|th)?,?[ ]\\d{4}`,
      '\\d{4}年[ ]?\\d{1,2}月[ ]?\\d{1,2}日',
    ].join('|') +
    ')(?![\\p{Script=Latin}\\p{N}])',
  'giu',
);

const words = contextWords(
  'date of birth, dob, d.o.b, birth date, birthdate, birthday, geburtsdatum, geburtstag',
  'date de naissance, fecha de nacimiento, data di nascita, geboortedatum, data de nascimento',
  'fodselsdato, fodelsedatum, data urodzenia, syntymaaika, 生年月日*, 出生*, 생년월일*',
);
const bornWords = contextWords(
  'born, born on, geboren, geboren am, geb, ne le, nee le, nacido el, nacida el, nato il, nata il',
);
/** The style of reference works about public figures: `(born June 7, 1971)`. */
const referenceStyle = /[(;] ?(?:born|geboren|geb\.|\* ?|né|née)[^()]{0,20}$/i;

function scoreOf(before: string): number {
  if (hasContextBefore(before, before.length, words)) return scores.shaped;
  if (!hasContextBefore(before, before.length, bornWords)) return 0;
  return referenceStyle.test(before) ? scores.hinted : scores.named;
}

const hint = /\d/;
const lengthBefore = 32;

/** Finds dates labelled as a date of birth. Historical texts contain such dates too, so the score is below the maximum. */
export function findBirthDates(text: string): readonly FoundData[] {
  if (!hint.test(text)) return [];
  const found: FoundData[] = [];
  for (const { 0: written, index: start } of text.matchAll(form)) {
    const before = text.slice(Math.max(0, start - lengthBefore), start);
    const score = scoreOf(before);
    if (score > 0) found.push({ type: 'date_of_birth', start, end: start + written.length, score });
  }
  return found;
}
