export { type ConsoleFile, type ConsoleFiles, createConsoleFiles } from './build/console-files.ts';
