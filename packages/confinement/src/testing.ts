export type { LaunchPlan, planVariable } from './launch-plan.ts';
