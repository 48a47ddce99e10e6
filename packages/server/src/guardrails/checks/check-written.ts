import type { CheckSettings } from '@avow/contract';
import type { GuardrailInput, Verdict, WrittenClaim } from '../../interfaces/guardrail.ts';
import { splitSentences } from '../../text/sentences.ts';

type Lines = CheckSettings<'grounding'>;
type Written = GuardrailInput & { readonly written: readonly WrittenClaim[] };

/**
 * Whether what a language model wrote rests on what is stored: the answer says what its sentences say and no more; each
 * that claims something has quotes, which are today's stored words to the letter; nothing is quoted for show; and a judge
 * holds each sentence borne out by its quotes.
 */
export function checkWritten(input: Written, lines: Lines): Verdict {
  const fault = findFault(input);
  if (fault !== null) return { kind: 'block', score: 1, reasoning: fault };
  const claims = input.written.filter((unit) => unit.claims);
  const judged = claims.flatMap((unit) => unit.judged ?? []);
  // Written so that a judgement that is no number does not pass.
  if (!judged.every(({ supported }) => supported >= lines.written_supported_min))
    return { kind: 'block', score: 1, reasoning: 'The quotes do not bear out every sentence of the answer.' };
  if (!judged.every(({ contradicted }) => contradicted <= lines.contradicted_max))
    return { kind: 'block', score: 1, reasoning: 'The quotes contradict a sentence of the answer.' };
  if (judged.length < claims.length)
    return {
      kind: lines.unjudged,
      score: 0.5,
      reasoning:
        'Every sentence of the answer rests on stored knowledge, but the model that should have judged them could not.',
    };
  const least = Math.min(1, ...judged.map(({ supported }) => supported));
  return {
    kind: 'pass',
    score: Math.round((1 - least) * 10_000) / 10_000,
    reasoning:
      'Every sentence of the answer rests on stored knowledge, and a model that judged them found them borne out.',
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
  const isSaid = isJson === true ? isSaidInJson(text, written) : text === written.map(unitText).join('');
  return isSaid ? null : 'The answer says something that was not held against its quotes.';
}

function unitText({ join, shown }: WrittenClaim): string {
  return join + shown;
}

/** Every value of the JSON was held against the quotes: each sentence of a text, each number, each yes or no. */
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

/** Letters and digits alone: the form that an answer is shown in changes marks, and leaves out where links lead. */
function squeeze(text: string): string {
  return text.replace(/\]\([^)]*\)/g, ']').replace(/[^\p{L}\p{N}]+/gu, '');
}
