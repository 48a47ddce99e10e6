import { parseArgs } from 'node:util';

export interface CheckOptions {
  /** How many random changes. */
  readonly changes: number;
  readonly seed: number;
}

interface Command {
  readonly usage: string;
  readonly changesUsual: number;
}

/** Each case is an argument of a process, which has no room for several times as many. */
const wholeMax = 10_000;

function readWhole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > wholeMax) {
    process.stderr.write(`--changes and --seed take a whole number up to ${wholeMax}, and not ${text}\n`);
    process.exit(2);
  }
  return value;
}

/** What a comparison of two checkers was started with. */
export function readOptions({ usage, changesUsual }: Command): CheckOptions {
  const { values } = parseArgs({
    options: {
      changes: { type: 'string', default: String(changesUsual) },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  return { changes: readWhole(values.changes), seed: readWhole(values.seed) };
}
