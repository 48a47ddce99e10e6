export { type ConfinementReport, checkConfinement } from './check-confinement.ts';
export { type ConfinedProcessOptions, mayConfine, startConfinedProcess } from './start-confined-process.ts';
