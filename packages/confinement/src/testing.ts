/** What a confined process is started with. */

// Its plan.

export type { LaunchPlan, planVariable } from './launch-plan.ts';
