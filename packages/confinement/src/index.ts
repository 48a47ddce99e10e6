export { type ConfinementReport, checkConfinement } from './check-confinement.ts';
export { notConfinedCode } from './launch-plan.ts';
export { type ConfinedProcessOptions, mayConfine, startConfinedProcess } from './start-confined-process.ts';
