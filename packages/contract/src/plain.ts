/** The part of the contract that has no schemas: importing only this avoids building them. */
export { codePointLength } from './code-point-length.ts';
export { messageStatuses } from './enumerations.ts';
export { formatTime } from './format-time.ts';
export { isTerminal } from './message-states.ts';
export { allGroups } from './roles.ts';
