import type { RE2JS } from 're2js';
import type { FoundRange } from '../../interfaces/guardrail.ts';
import { compileLinearPattern, PatternProblem } from '../patterns/compile-linear-pattern.ts';
import { type BuildCheck, faulty, subjectOf } from './check-builder.ts';
import { decide } from './decide.ts';
import { createAllowance } from './policy-allowance.ts';

const path = ['settings', 'pattern'];
const matchesMax = 1_000;
/** The search holds everything else up. */
const holdMsMax = 250;
/** Among them stand the starts and ends of texts, lines and words. */
const samples = ['', 'a', 'a 1\n-b'];

/** What a regular expression of the operator matches. */
export const buildPattern: BuildCheck<'pattern'> = (
  { settings, stage, timeout_ms, ...given },
  _,
  allowance = createAllowance(),
) => {
  const { pattern, ignore_case: ignoreCase } = settings;
  const compiled = compilePattern(pattern, { ignoreCase, allowance });
  if (typeof compiled === 'string') return faulty(path, compiled);
  const subject = subjectOf(stage);
  const held = given.action === 'redact' ? 'held' : 'holds';
  const reasoning = {
    found: `${subject} ${held} something that matches a pattern which is not allowed here.`,
    clear: `${subject} holds nothing that matches the pattern.`,
  };
  return {
    kind: 'text',
    check: ({ text }) => {
      const ranges = findMatches(compiled, text, { timeoutMs: Math.min(holdMsMax, timeout_ms) });
      const score = ranges.length > 0 ? 1 : 0;
      if (given.action !== 'redact') return decide({ score, reasoning }, given);
      // What lies beyond would stay in the text.
      if (ranges.length > matchesMax) throw new Error('the pattern matches too often to replace all of it');
      return decide({ score, ranges, reasoning }, given);
    },
  };
};

/** Or what is wrong with it. */
function compilePattern(pattern: string, given: Parameters<typeof compileLinearPattern>[1]): RE2JS | string {
  try {
    const compiled = compileLinearPattern(pattern, given);
    return samples.some((sample) => matchesNothing(compiled, sample))
      ? 'Matches the empty text, and so everywhere'
      : compiled;
  } catch (error) {
    if (error instanceof PatternProblem) return error.message;
    const problem = (error instanceof Error ? error.message : String(error)).replace(
      /^error parsing regexp: /,
      '',
    );
    return `Cannot be read: ${problem}`;
  }
}

function matchesNothing(compiled: RE2JS, sample: string): boolean {
  const matcher = compiled.matcher(sample);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}

/**
 * A match takes linear time, all matches of a text can take the square: each may have looked to the end before it
 * settled for less. Nothing can interrupt the search, so it looks at the time itself.
 */
function findMatches(
  compiled: RE2JS,
  text: string,
  { timeoutMs }: { readonly timeoutMs: number },
): readonly FoundRange[] {
  const startedAt = performance.now();
  const ranges: FoundRange[] = [];
  const matcher = compiled.matcher(text);
  while (ranges.length <= matchesMax && matcher.find()) {
    if (matcher.end() > matcher.start()) ranges.push({ start: matcher.start(), end: matcher.end() });
    if (performance.now() - startedAt > timeoutMs) throw new Error('the pattern took too long');
  }
  return ranges;
}
