import type { RE2JS } from 're2js';
import type { FoundRange } from '../guardrail.ts';
import { compileLinearPattern, PatternProblem } from '../patterns/compile-linear-pattern.ts';
import { type BuildCheck, faulty, nameStage } from './check-builder.ts';
import { decide } from './decide.ts';
import { createAllowance } from './policy-allowance.ts';

const path = ['settings', 'pattern'];
const matchesMax = 1_000;
/** Of processor time: the search blocks the event loop. On a busy machine it may stand still in between. */
const blockingMsMax = 250;
/** Texts with starts and ends of texts, lines and words. */
const samples = ['', 'a', 'a 1\n-b'];

/** Finds what a regular expression of the operator matches. */
export const buildPattern: BuildCheck<'pattern'> = (
  { settings, stage, timeout_ms, ...given },
  _,
  allowance = createAllowance(),
) => {
  const { pattern, ignore_case: ignoreCase } = settings;
  const compiled = compilePattern(pattern, { ignoreCase, allowance });
  if (typeof compiled === 'string') return faulty(path, compiled);
  const subject = nameStage(stage);
  const contains = given.action === 'redact' ? 'contained' : 'contains';
  const reasoning = {
    found: `${subject} ${contains} something that matches a pattern which is not allowed here.`,
    clear: `${subject} contains nothing that matches the pattern.`,
  };
  return {
    kind: 'text',
    check: ({ text }) => {
      const ranges = findMatches(compiled, text, { timeoutMs: timeout_ms ?? Number.POSITIVE_INFINITY });
      const score = ranges.length > 0 ? 1 : 0;
      if (given.action !== 'redact') return decide({ score, reasoning }, given);
      // Matches beyond the limit would stay in the text.
      if (ranges.length > matchesMax) throw new Error('the pattern matches too often to replace all of it');
      return decide({ score, ranges, reasoning }, given);
    },
  };
};

/** Returns a message if the pattern is invalid. */
function compilePattern(pattern: string, given: Parameters<typeof compileLinearPattern>[1]): RE2JS | string {
  try {
    const compiled = compileLinearPattern(pattern, given);
    return samples.some((sample) => matchesNothing(compiled, sample))
      ? 'Must not match the empty text'
      : compiled;
  } catch (error) {
    if (error instanceof PatternProblem) return error.message;
    const problem = (error instanceof Error ? error.message : String(error)).replace(
      /^error parsing regexp: /,
      '',
    );
    return `Must be a valid regular expression: ${problem}`;
  }
}

function matchesNothing(compiled: RE2JS, sample: string): boolean {
  const matcher = compiled.matcher(sample);
  while (matcher.find()) if (matcher.start() === matcher.end()) return true;
  return false;
}

/**
 * One match takes linear time, but all matches of a text can take quadratic time, since each may scan to the end. Nothing
 * can interrupt the search, so it checks the time itself.
 */
function findMatches(
  compiled: RE2JS,
  text: string,
  { timeoutMs }: { readonly timeoutMs: number },
): readonly FoundRange[] {
  const startedAt = performance.now();
  const usage = process.threadCpuUsage();
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(usage);
    return (user + system) / 1000;
  };
  const ranges: FoundRange[] = [];
  const matcher = compiled.matcher(text);
  while (ranges.length <= matchesMax && matcher.find()) {
    if (matcher.end() > matcher.start()) ranges.push({ start: matcher.start(), end: matcher.end() });
    if (performance.now() - startedAt > timeoutMs || usedMs() > blockingMsMax)
      throw new Error('the pattern took too long');
  }
  return ranges;
}
