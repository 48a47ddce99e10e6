import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What a script did when it was started with `--help`. */
export interface Helped {
  readonly path: string;
  readonly written: string;
  /** With which it ended the process; anything else if it did not. */
  readonly exitCode: unknown;
  /** What is in the working folder then. */
  readonly files: readonly string[];
}

class Ended {
  readonly code: unknown;
  constructor(code: unknown) {
    this.code = code;
  }
}

/*
 * Runs scripts one after another as far as their help, each as if this process had been started for it: most of what a process
 * takes to start is loading the service, which all of them import.
 */
process.once('message', async (paths: readonly string[]) => {
  for (const path of paths) process.send?.(await helpOf(path));
  process.disconnect();
});

async function helpOf(path: string): Promise<Helped> {
  const { exit } = process;
  const write = process.stdout.write.bind(process.stdout);
  let written = '';
  process.argv = [process.execPath, path, '--folder', '--help'];
  process.stdout.write = (text) => {
    written += text;
    return true;
  };
  // Nothing that follows may run, as at the end of a process.
  process.exit = (code) => {
    throw new Ended(code);
  };
  try {
    await import(pathToFileURL(path).href);
    return { path, written, exitCode: 'none', files: readdirSync('.') };
  } catch (error) {
    const exitCode = error instanceof Ended ? error.code : String(error);
    return { path, written, exitCode, files: readdirSync('.') };
  } finally {
    process.exit = exit;
    process.stdout.write = write;
  }
}
