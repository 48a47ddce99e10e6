import { policyLimits } from '@avow/contract/guardrails';
import { RE2JS } from 're2js';
import type { PolicyAllowance } from '../checks/policy-allowance.ts';
import { countClasses, estimatePattern } from './estimate-pattern.ts';

const { patternInstructionsMax, patternClassesMax, policyInstructionsMax, policyClassesMax } = policyLimits;

/** A fault in a pattern, worded for its author. */
export class PatternProblem extends Error {}

/**
 * Compiles a regular expression that is matched in linear time, in bounded time. Throws a `PatternProblem` if it is too
 * large, or if all patterns of the policy together are, and the error of RE2 if it is invalid.
 */
export function compileLinearPattern(
  pattern: string,
  { ignoreCase = false, allowance }: { readonly ignoreCase?: boolean; readonly allowance: PolicyAllowance },
): RE2JS {
  const classes = countClasses(pattern, { ignoreCase });
  if (classes > patternClassesMax)
    throw new PatternProblem(
      `Must have at most ${patternClassesMax} Unicode classes or similarly wide ranges`,
    );
  if (!allowance.take('classes', classes))
    throw new PatternProblem(
      `The patterns of a policy may have at most ${policyClassesMax} Unicode classes or similarly wide ranges together`,
    );
  // The estimate is at least half of the size: what is refused here would be refused below, seconds later.
  if (estimatePattern(pattern) > 2 * patternInstructionsMax) throw tooLarge();
  if (allowance.isUsedUp('instructions')) throw tooLargeTogether();
  const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const size = compiled.programSize();
  const isLeft = allowance.take('instructions', size);
  if (size > patternInstructionsMax) throw tooLarge();
  if (!isLeft) throw tooLargeTogether();
  return compiled;
}

function tooLarge(): PatternProblem {
  return new PatternProblem(
    `Must compile to at most ${patternInstructionsMax} instructions: use fewer repetitions, or split the pattern`,
  );
}

function tooLargeTogether(): PatternProblem {
  const most = policyInstructionsMax.toLocaleString('en');
  return new PatternProblem(`The patterns of a policy may have at most ${most} instructions together`);
}
