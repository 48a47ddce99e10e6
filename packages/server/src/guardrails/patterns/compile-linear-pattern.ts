import { policyLimits } from '@avow/contract';
import { RE2JS } from 're2js';
import type { PolicyAllowance } from '../checks/policy-allowance.ts';
import { countClasses, estimatePattern } from './estimate-pattern.ts';

const { patternInstructionsMax, patternClassesMax, policyInstructionsMax, policyClassesMax } = policyLimits;

/** A fault in a pattern, in words for whoever wrote it. */
export class PatternProblem extends Error {}

/**
 * A regular expression that is matched in linear time, and was compiled in little. Throws a `PatternProblem` where it is
 * too large, or all of the policy are, and whatever RE2 says where it cannot be read.
 */
export function compileLinearPattern(
  pattern: string,
  { ignoreCase = false, allowance }: { readonly ignoreCase?: boolean; readonly allowance: PolicyAllowance },
): RE2JS {
  const classes = countClasses(pattern, { ignoreCase });
  if (classes > patternClassesMax)
    throw new PatternProblem(
      `Has more than ${patternClassesMax} Unicode classes, or ranges as wide as these`,
    );
  if (!allowance.take('classes', classes))
    throw new PatternProblem(
      `The patterns of a policy may have ${policyClassesMax} Unicode classes together, or ranges as wide as these`,
    );
  // The estimate is at least half of it: what is refused here would be refused below, seconds later.
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
    `Is too large, with more than ${patternInstructionsMax} instructions: repeat less, or look for less at once`,
  );
}

function tooLargeTogether(): PatternProblem {
  const most = policyInstructionsMax.toLocaleString('en');
  return new PatternProblem(
    `The patterns of a policy may have ${most} instructions together, and this one is beyond`,
  );
}
