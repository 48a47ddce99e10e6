import { createRandom } from '../random.ts';
import { drawTenant, type Simulated, simulateTenant, type TenantKind } from './simulate-tenant.ts';

/** How often a procedure kept its promise. */
export interface HeldCount {
  readonly tenants: number;
  /** For how many of them a guarantee was given. */
  readonly given: number;
  /** Of these, those for which more is wrong than was promised. */
  readonly broken: number;
  /** The mean share of answers above the line, where it was given. */
  readonly kept: number;
}

export type Procedure = keyof Simulated;

/** The same tenants for each procedure. A guarantee that is not given is not broken. */
export function countHeld(
  kind: TenantKind,
  {
    tenants,
    seed,
    attempts = 1,
  }: { readonly tenants: number; readonly seed: number; readonly attempts?: number },
): Readonly<Record<Procedure, HeldCount>> {
  const random = createRandom(seed);
  const all = Array.from({ length: tenants }, () => {
    const tenant = drawTenant(kind, random);
    return { ...simulateTenant(tenant, random, attempts), wrongMax: tenant.wrongMax };
  });
  const count = (procedure: Procedure): HeldCount => {
    const given = all.flatMap(({ wrongMax, ...choices }) => {
      const choice = choices[procedure];
      return choice === null ? [] : [{ ...choice, isBroken: choice.trulyWrong > wrongMax }];
    });
    return {
      tenants,
      given: given.length,
      broken: given.filter(({ isBroken }) => isBroken).length,
      kept: given.reduce((sum, { kept }) => sum + kept, 0) / Math.max(1, given.length),
    };
  };
  return { chosen: count('chosen'), searched: count('searched'), counted: count('counted') };
}

/** The share of tenants for which nothing was promised that does not hold. */
export function heldShare({ tenants, broken }: HeldCount): number {
  return 1 - broken / tenants;
}
