/** The log of the process: structured, and without anything that a client wrote. */

// Writing it.

export { createLog, type Log } from './log/create-log.ts';
