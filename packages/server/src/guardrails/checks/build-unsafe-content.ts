import type { UnsafeKind } from '@avow/contract';
import type { GuardrailInput, Verdict } from '../../interfaces/guardrail.ts';
import type { Screener } from '../../interfaces/screener.ts';
import { type Steps, takeTurns } from '../take-turns.ts';
import { shareViews } from '../views/share-views.ts';
import { askSecond, worstOf } from './assess-unsafe.ts';
import { type BuildCheck, type CheckGiven, type CheckParts, faulty, subjectOf } from './check-builder.ts';
import { decide } from './decide.ts';
import { findUnsafeView } from './find-unsafe-view.ts';
import { unsafeLines } from './gauge-lines.ts';

/** What is left of the check's time is for a second opinion. */
const screenTimeoutMs = 1_000;
/** In a longer text one bad sentence drowns among harmless ones, and the first guess no longer sees it. */
const gaugedUnitsMax = 200;
const names: Readonly<Record<UnsafeKind, string>> = {
  hate: 'hateful',
  harassment: 'harassing or threatening',
  self_harm: 'about harming oneself',
  sexual: 'sexually explicit',
  violence: 'violent',
  weapons: 'about getting or making weapons',
  crime: 'about committing a crime',
};

/**
 * Hate, harassment, self-harm, sexual matter, violence, weapons and crime: each with a score and a threshold of its own.
 * What shows only when a text is read in another way counts as well.
 */
export const buildUnsafeContent: BuildCheck<'unsafe_content'> = (given, parts) => {
  const { screener } = parts;
  if (screener === null) return faulty([], 'Unsafe content is found by a model that is not installed');
  const clear = `${subjectOf(given.stage)} is not unsafe.`;
  return {
    kind: 'text',
    ...(parts.guardModel === null ? {} : { varies: true }),
    check: (input, signal) => {
      const conclude = (toScreen: readonly string[]): Verdict | Promise<Verdict> =>
        toScreen.length === 0
          ? { kind: 'pass', score: 0, reasoning: clear }
          : screenTexts({ ...given, clear }, { ...parts, screener }, { texts: toScreen, signal });
      const toScreen = takeTurns(findTexts(input, parts.gauge), signal);
      return 'then' in toScreen ? toScreen.then(conclude) : conclude(toScreen);
    },
  };
};

/** What a model is to read: the text as it was written, and what it shows in disguise. What is far from any line it need not. */
function* findTexts(
  input: Pick<GuardrailInput, 'text'>,
  gauge: CheckParts['gauge'],
): Steps<readonly string[]> {
  const { text } = input;
  if (text.trim() === '') return [];
  const gauged = text.length > gaugedUnitsMax ? undefined : gauge?.gauge(text).unsafe;
  const plain = gauged !== undefined && gauged < unsafeLines.clear ? [] : [text];
  const disguised = yield* findUnsafeView(yield* shareViews(input), gauge);
  return disguised === null ? plain : [...plain, disguised];
}

async function screenTexts(
  {
    settings,
    threshold,
    action,
    timeout_ms,
    stage,
    clear,
  }: CheckGiven<'unsafe_content'> & { readonly clear: string },
  { screener, guardModel }: CheckParts & { readonly screener: Screener },
  { texts, signal }: { readonly texts: readonly string[]; readonly signal: AbortSignal },
): Promise<Verdict> {
  const screened = await screener.screen(texts, { timeoutMs: Math.min(screenTimeoutMs, timeout_ms) });
  if (screened?.length !== texts.length) throw new Error('the text could not be screened');
  const worst = screened
    .map(({ unsafe }, position) => ({
      found: worstOf(unsafe, (kind) => settings.thresholds[kind] ?? threshold),
      text: texts[position] ?? '',
    }))
    .reduce((one, other) => (other.found.score > one.found.score ? other : one));
  const { found, text } = worst;
  const second = await askSecond(guardModel, found, { text, signal });
  const score = typeof second === 'number' ? second : found.score;
  const reasoning = { found: `${subjectOf(stage)} seems to be ${names[found.kind]}.`, clear };
  const rounded = Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000;
  return decide({ score: rounded, reasoning, degraded: second === 'late' }, { action, threshold: 0.5 });
}
