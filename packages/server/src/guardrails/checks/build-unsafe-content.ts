import type { UnsafeKind } from '@avow/contract';
import type { Verdict } from '../../interfaces/guardrail.ts';
import type { Screener } from '../../interfaces/screener.ts';
import { askSecond, worstOf } from './assess-unsafe.ts';
import { type BuildCheck, type CheckGiven, type CheckParts, faulty, subjectOf } from './check-builder.ts';
import { decide } from './decide.ts';
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

/** Hate, harassment, self-harm, sexual matter, violence, weapons and crime: each with a score and a threshold of its own. */
export const buildUnsafeContent: BuildCheck<'unsafe_content'> = (given, parts) => {
  const { screener } = parts;
  if (screener === null) return faulty([], 'Unsafe content is found by a model that is not installed');
  return {
    kind: 'text',
    ...(parts.guardModel === null ? {} : { varies: true }),
    check: ({ text }, signal) => {
      const clear = `${subjectOf(given.stage)} is not unsafe.`;
      if (text.trim() === '') return { kind: 'pass', score: 0, reasoning: clear };
      // What is short and far from any line need not be screened: most questions are.
      const gauged = text.length > gaugedUnitsMax ? undefined : parts.gauge?.gauge(text).unsafe;
      if (gauged !== undefined && gauged < unsafeLines.clear)
        return { kind: 'pass', score: 0, reasoning: clear };
      return screenText({ ...given, clear }, { ...parts, screener }, { text, signal });
    },
  };
};

async function screenText(
  {
    settings,
    threshold,
    action,
    timeout_ms,
    stage,
    clear,
  }: CheckGiven<'unsafe_content'> & { readonly clear: string },
  { screener, guardModel }: CheckParts & { readonly screener: Screener },
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<Verdict> {
  const screened = await screener.screen([text], { timeoutMs: Math.min(screenTimeoutMs, timeout_ms) });
  const [screening] = screened ?? [];
  if (screening === undefined) throw new Error('the text could not be screened');
  const found = worstOf(screening.unsafe, (kind) => settings.thresholds[kind] ?? threshold);
  const second = await askSecond(guardModel, found, { text, signal });
  const score = typeof second === 'number' ? second : found.score;
  const reasoning = { found: `${subjectOf(stage)} seems to be ${names[found.kind]}.`, clear };
  const rounded = Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000;
  return decide({ score: rounded, reasoning, degraded: second === 'late' }, { action, threshold: 0.5 });
}
