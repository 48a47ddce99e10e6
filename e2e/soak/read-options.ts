import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showHelp } from '../show-help.ts';

export interface SoakOptions {
  readonly folder: string;
  readonly hours: number;
  /** Requests a second. */
  readonly rate: number;
  readonly restartMinutes: number;
}

const help = `npm run campaign -- soak [--hours N] [--rate N] [--restart-minutes N] [--folder PATH]
Runs the service for N hours (1) under mixed traffic at a rate of N requests a second (5), while content is published, people
are erased, models are killed, clients are slow, and the service is killed and restarted every N minutes (60). Then it checks
that nothing acknowledged is lost and that all logs verify, and reports how memory, handles, disk and latency drift.
It can be interrupted (Ctrl-C) and goes on where it was if it is run again with the same folder.
`;

/** Reads the command line. Ends the process with 0 after the help text, and with 2 after a value that is not valid. */
export function readOptions(words: readonly string[] = process.argv.slice(2)): SoakOptions {
  showHelp(help.trimEnd(), words);
  const values = parse(words);
  const number = (name: 'hours' | 'rate' | 'restart-minutes') => {
    const text = values[name];
    if (/^\d{1,6}(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
    return refuse(`--${name} is not a number greater than 0: ${text}`);
  };
  return {
    folder: values.folder,
    hours: number('hours'),
    rate: number('rate'),
    restartMinutes: number('restart-minutes'),
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        hours: { type: 'string', default: '1' },
        rate: { type: 'string', default: '5' },
        'restart-minutes': { type: 'string', default: '60' },
        folder: { type: 'string', default: join(tmpdir(), 'avow-soak') },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n\n${help}`);
  process.exit(2);
}
