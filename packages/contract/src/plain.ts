/** The part of the contract that has no schemas: whoever imports it alone does not wait until all of those are made. */
export { codePointLength } from './code-point-length.ts';
export { messageStatuses } from './enumerations.ts';
export { formatTime } from './format-time.ts';
export { isTerminal } from './message-states.ts';
