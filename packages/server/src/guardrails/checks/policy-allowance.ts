import { policyLimits } from '@avow/contract';

/** What the guardrails of a policy share: each takes of it what it needs. */
const shared = {
  instructions: policyLimits.policyInstructionsMax,
  classes: policyLimits.policyClassesMax,
  schemaParts: policyLimits.policySchemaPartsMax,
} as const;

type Shared = keyof typeof shared;

/** How much a policy may still be made of. To compile holds everything else up, and so has an end. */
export interface PolicyAllowance {
  /** Whether there was as much. What was refused counts too: a policy of nothing but faults costs no more. */
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
