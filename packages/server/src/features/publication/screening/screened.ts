import type { Guards, PassageScreening } from '@avow/guardrails';

/** What passages score, and the policies that they are compared with. */
export interface Screened {
  readonly screening: PassageScreening;
  readonly guards: Pick<Guards, 'inForce'>;
}

/** Opens it when it is needed first. */
export type OpenScreened = () => Promise<Screened>;
