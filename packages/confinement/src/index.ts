/**
 * Runs a module of this system in a process of its own that the system confines: it reads its own code and
 * nothing else, opens no connection, and has limits of memory and time. The process itself imports
 * `@avow/confinement/channel`.
 */

// Starting a process.

export type { FrameLimits } from './channel/frames.ts';
export type { ProcessChannel } from './channel/open-channel.ts';
export {
  type ConfinedProcess,
  type ConfinedProcessOptions,
  mayConfine,
  startConfinedProcess,
} from './start-confined-process.ts';

// Whether this machine can.

export { type ConfinementReport, checkConfinement } from './check-confinement.ts';
export { notConfinedCode } from './launch-plan.ts';
