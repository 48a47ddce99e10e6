import type { CheckSettings } from '@avow/contract/guardrails';
import { showLinks } from '@avow/text/markdown';
import { splitSentences } from '@avow/text/sentences';
import type { GuardrailInput, Verdict, WrittenClaim } from '../guardrail.ts';

type Thresholds = CheckSettings<'grounding'>;
type Written = GuardrailInput & { readonly written: readonly WrittenClaim[] };

/**
 * Whether generated text relies on stored knowledge: the answer consists of its sentences; each claim has quotes that match
 * the stored words exactly; every quote is used; and a judge finds each sentence supported by its quotes.
 */
export function checkGenerated(input: Written, thresholds: Thresholds): Verdict {
  const fault = findFault(input);
  if (fault !== null) return { kind: 'block', score: 1, reasoning: fault };
  // The source's own words need no judge.
  const claims = input.written.filter((unit) => unit.claims && unit.isRepaired !== true);
  const judged = claims.flatMap((unit) => unit.judged ?? []);
  // Negated, so that NaN does not pass.
  if (!judged.every(({ supported }) => supported >= thresholds.generated_supported_min))
    return { kind: 'block', score: 1, reasoning: 'The quotes do not support every sentence of the answer.' };
  if (!judged.every(({ contradicted }) => contradicted <= thresholds.contradicted_max))
    return { kind: 'block', score: 1, reasoning: 'The quotes contradict a sentence of the answer.' };
  if (judged.length < claims.length)
    return {
      kind: thresholds.when_judge_unavailable,
      score: 0.5,
      reasoning:
        'Every sentence of the answer rests on stored knowledge, but the model that should have judged them could not.',
    };
  if (claims.length === 0)
    return {
      kind: 'pass',
      score: 0,
      reasoning: 'Every sentence of the answer is quoted from the stored knowledge.',
    };
  const least = Math.min(1, ...judged.map(({ supported }) => supported));
  return {
    kind: 'pass',
    score: Math.round((1 - least) * 10_000) / 10_000,
    reasoning:
      'Every sentence of the answer rests on stored knowledge, and a model that judged them found them supported.',
  };
}

function findFault({ text, quotes, written, isJson }: Written): string | null {
  const claims = written.filter((unit) => unit.claims);
  if (claims.length === 0 || claims.some(({ restsOn }) => restsOn.length === 0))
    return 'The answer says something that rests on no stored words.';
  const used = new Set(written.flatMap(({ restsOn }) => restsOn));
  if ([...used].some((position) => quotes[position] === undefined))
    return 'The answer rests on words that it does not quote.';
  if (used.size < quotes.length) return 'The answer quotes words that nothing in it rests on.';
  if (quotes.some(({ quote, stored }) => quote !== stored))
    return 'The words that the answer relies on are not those that are stored.';
  const isOther = (unit: WrittenClaim) => unit.isRepaired === true && !isQuoted(unit, quotes);
  if (written.some(isOther)) return 'The answer shows words as quoted that its quotes do not have.';
  const isSaid = isJson === true ? isSaidInJson(text, written) : text === written.map(unitText).join('');
  return isSaid ? null : 'The answer says something that was not compared with its quotes.';
}

/** The mark of an item is not part of what is quoted. */
function isQuoted({ shown, restsOn }: WrittenClaim, quotes: Written['quotes']): boolean {
  const said = squeeze(shown.replace(/^\s*\d+\W\s+/u, ''));
  const words = restsOn.map((position) => squeeze(quotes[position]?.shown ?? ''));
  if (said === '' || words.some((quote) => quote.includes(said))) return said !== '';
  // Or it is all of several, in any order.
  const left = words
    .filter((quote) => quote !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, quote) => rest.replace(quote, ''), said);
  return left === '';
}

function unitText({ join, shown }: WrittenClaim): string {
  return join + shown;
}

/** Whether every value of the JSON was compared with the quotes: each sentence, number and boolean. */
function isSaidInJson(text: string, written: readonly WrittenClaim[]): boolean {
  const said = written.map(({ shown }) => squeeze(shown));
  let values: readonly string[];
  try {
    values = leavesOf(JSON.parse(text));
  } catch {
    return false;
  }
  return values.every((value) => said.some((unit) => unit.endsWith(squeeze(value))));
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value !== 'string' || value.trim() === '') return [];
  const sentences = splitSentences(value).map(({ start, end }) => value.slice(start, end));
  return sentences.length === 0 ? [value] : sentences;
}

/** Letters and digits only: the shown form of an answer changes punctuation and leaves out link targets. */
function squeeze(text: string): string {
  return showLinks(text, { acrossLines: true }).replace(/[^\p{L}\p{N}]+/gu, '');
}
