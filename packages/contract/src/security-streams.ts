/** Streams of security events to the collectors of an operator, and how each is doing. */

export {
  type SecurityStreamEntry,
  type SecurityStreamList,
  securityStreamListSchema,
} from './security-streams/security-stream.ts';
