import { type GuardrailAction, type GuardrailCheck, trialLimits } from '@avow/contract/guardrails';
import type { GuardrailResult } from '@avow/contract/query';
import { AppError, type TenantId } from '@avow/foundation';
import type { GuardrailPolicies } from './guardrail-policies.ts';

/** The score that a text has without one of its words. */
interface WordEffect {
  readonly word: string;
  readonly score: number;
  /** By how much the word raises the score; below 0: it lowers it. */
  readonly raisedBy: number;
}

/** What a guardrail says of a prompt, and which words it says so for. */
export interface TextExplanation {
  readonly name: string;
  readonly check: GuardrailCheck;
  readonly action: GuardrailAction;
  readonly score: number;
  readonly reasoning: string;
  /** Those that matter, the strongest first. */
  readonly words: readonly WordEffect[];
}

/** Checks whose scores come from the whole of a text. What the others find, they find in a place. */
const explainedChecks: ReadonlySet<GuardrailCheck> = new Set<GuardrailCheck>([
  'prompt_attack',
  'unsafe_content',
  'topic',
]);
const wordsMax = 200;
const effectMin = 0.005;

/** Explains the scores of a prompt under the tenant's policy: each word is left out in turn. */
export async function explainText(
  policies: Pick<GuardrailPolicies, 'inForce' | 'tryOut'>,
  tenantId: TenantId,
  text: string,
): Promise<TextExplanation[]> {
  const words = [...text.matchAll(/\S+/g)];
  if (words.length > wordsMax)
    throw new AppError('validation_failed', {
      detail: `At most ${wordsMax} words can be explained, and the text has ${words.length}.`,
    });
  const { policy } = await policies.inForce(tenantId);
  const explained = policy.guardrails.filter(
    ({ check, stage, enabled }) => enabled && stage === 'input' && explainedChecks.has(check),
  );
  const without = words.map(({ 0: word }, at) => ({ word, text: leaveOut(text, words, at) }));
  const [whole = [], ...others] = await resultsOf(policies, tenantId, [
    text,
    ...without.map((one) => one.text),
  ]);
  return explained.flatMap(({ id, name, check }) => {
    const full = whole.find((result) => result.guardrail_id === id);
    if (full === undefined) return [];
    const effects = without.map(({ word }, at) => {
      const score = others[at]?.find((result) => result.guardrail_id === id)?.score ?? full.score;
      return { word, score, raisedBy: full.score - score };
    });
    const { action, score, reasoning } = full;
    return { ...{ name, check, action, score, reasoning }, words: strongest(effects) };
  });
}

function leaveOut(text: string, words: readonly RegExpExecArray[], at: number): string {
  const { index, 0: word } = words[at] as RegExpExecArray;
  return `${text.slice(0, index)}${text.slice(index + word.length)}`.replace(/\s{2,}/g, ' ').trim();
}

function strongest(effects: readonly WordEffect[]): WordEffect[] {
  return effects
    .filter(({ raisedBy }) => Math.abs(raisedBy) >= effectMin)
    .sort((one, other) => Math.abs(other.raisedBy) - Math.abs(one.raisedBy));
}

/** The results for each text. A trial takes a limited number of them. */
async function resultsOf(
  policies: Pick<GuardrailPolicies, 'tryOut'>,
  tenantId: TenantId,
  texts: readonly string[],
): Promise<ReadonlyArray<readonly GuardrailResult[]>> {
  const results: Array<readonly GuardrailResult[]> = [];
  for (let at = 0; at < texts.length; at += trialLimits.textsMax) {
    const some = texts
      .slice(at, at + trialLimits.textsMax)
      .map((text) => ({ text, stage: 'input' }) as const);
    const { data } = await policies.tryOut(tenantId, undefined, { kind: 'texts', texts: some });
    if (data.some(({ state }) => state !== 'tried'))
      throw new AppError('deadline_exceeded', { detail: 'The checks did not finish in time.' });
    results.push(...data.map((entry) => entry.results));
  }
  return results;
}
