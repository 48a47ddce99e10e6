import { buildPartViewsSync } from '../../views/build-part-views.ts';
import { sureScore } from '../attack-rules.ts';
import { findAttacks } from '../find-attacks.ts';
import { disguises } from './disguises.ts';
import { heldOutPhrases } from './held-out-phrases.ts';

/** Of the phrases kept apart, under one disguise: how many some view shows, and how many the rules find. */
export interface DisguiseMeasure {
  readonly name: string;
  readonly phrases: number;
  readonly shown: number;
  /** With a score of a half at least. */
  readonly suspected: number;
  readonly sure: number;
}

const suspectedScoreMin = 0.5;

/** The letters of the words, one space between them: what is left of a phrase under any disguise. */
function lettersOf(text: string): string {
  return ` ${(text.toLowerCase().match(/[a-z]+/g) ?? []).join(' ')} `;
}

function measure(name: string, apply: (phrase: string) => string): DisguiseMeasure {
  const results = heldOutPhrases.map((phrase) => {
    const views = buildPartViewsSync(apply(phrase));
    return {
      isShown: views.some(({ text }) => lettersOf(text).includes(lettersOf(phrase))),
      score: findAttacks(views)[0]?.score ?? 0,
    };
  });
  return {
    name,
    phrases: results.length,
    shown: results.filter(({ isShown }) => isShown).length,
    suspected: results.filter(({ score }) => score >= suspectedScoreMin).length,
    sure: results.filter(({ score }) => score >= sureScore).length,
  };
}

/** The first measure is of the phrases as they are. */
export function measureDisguises(): readonly DisguiseMeasure[] {
  return [measure('none', (phrase) => phrase), ...disguises.map(({ name, apply }) => measure(name, apply))];
}
