/** The part of the contract that has no schemas: importing only this avoids building them. */
export { codePointLength } from './code-point-length.ts';
export { messageStatuses } from './enumerations.ts';
export { formatTime } from './format-time.ts';
export { isTerminal } from './message-states.ts';
export { problems } from './problems.ts';
export { allGroups, type Role, roles } from './roles.ts';
export { s3RegionPattern } from './s3-region-pattern.ts';
