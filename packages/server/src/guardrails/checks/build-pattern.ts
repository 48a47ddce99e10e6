import { RE2JS } from 're2js';
import type { FoundRange } from '../../interfaces/guardrail.ts';
import { type BuildCheck, faulty, subjectOf } from './check-builder.ts';
import { decide } from './decide.ts';

const path = ['settings', 'pattern'];
/** Of one search the time grows with the text and with this. */
const instructionsMax = 500;
const matchesMax = 1_000;
/** The search holds everything else up. */
const holdMsMax = 250;
/** Among them stand the starts and ends of texts, lines and words. */
const samples = ['', 'a', 'a 1\n-b'];

/** What a regular expression of the operator matches. */
export const buildPattern: BuildCheck<'pattern'> = ({ settings, stage, timeout_ms, ...given }) => {
  const compiled = compilePattern(settings.pattern, settings.ignore_case);
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
function compilePattern(pattern: string, ignoreCase: boolean): RE2JS | string {
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    if (compiled.programSize() > instructionsMax)
      return 'Is too large: repeat less, or look for less at once';
    return samples.some((sample) => matchesNothing(compiled, sample))
      ? 'Matches the empty text, and so everywhere'
      : compiled;
  } catch (error) {
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
