/**
 * The web console as files to serve. The pages themselves are built from `src/app` and run in browsers.
 */

export { type ConsoleFile, type ConsoleFiles, createConsoleFiles, placePage } from './build/console-files.ts';
