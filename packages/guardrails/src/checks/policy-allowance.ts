import { policyLimits } from '@avow/contract/guardrails';

/** Limits that the guardrails of a policy share. */
const shared = {
  instructions: policyLimits.policyInstructionsMax,
  classes: policyLimits.policyClassesMax,
  schemaParts: policyLimits.policySchemaPartsMax,
} as const;

type Shared = keyof typeof shared;

/** What is left of the limits of a policy. Compiling blocks the event loop, so it must be bounded. */
export interface PolicyAllowance {
  /** False if the limit is exceeded. Refused amounts count too, so that a policy full of faults costs no more. */
  take(what: Shared, amount: number): boolean;
  isUsedUp(what: Shared): boolean;
}

export function createAllowance(): PolicyAllowance {
  const left: Record<Shared, number> = { ...shared };
  return {
    take: (what, amount) => {
      left[what] -= amount;
      return amount === 0 || left[what] >= 0;
    },
    isUsedUp: (what) => left[what] <= 0,
  };
}
