export { type ConsoleFile, type ConsoleFiles, createConsoleFiles, placePage } from './build/console-files.ts';
