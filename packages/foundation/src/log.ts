export { createLog, type Log } from './log/create-log.ts';
