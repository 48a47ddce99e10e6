import { parseArgs } from 'node:util';
import { compareCheckers } from './compare-checkers.ts';

const usage = `npm run check -- receipts [--changes N] [--seed N]
Checks sound and manipulated receipts with the project's checker and with check_receipt.py, and compares what they say.
  --changes N   how many random changes of sound receipts (1000)
  --seed N      where the random changes begin (1)`;

/** Each receipt is an argument of a process, which has no room for several times as many. */
const wholeMax = 10_000;

function readWhole(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > wholeMax) {
    process.stderr.write(`--changes and --seed take a whole number up to ${wholeMax}, and not ${text}\n`);
    process.exit(2);
  }
  return value;
}

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const seed = readWhole(values.seed);
const { sound, broken, codes, faults } = await compareCheckers({ changes: readWhole(values.changes), seed });
for (const fault of faults) process.stderr.write(`${fault}\n`);
for (const [code, count] of codes) process.stdout.write(`  ${code}: ${count}\n`);
process.stdout.write(
  `${sound} sound and ${broken} broken receipts, seed ${seed}: ${faults.length} judged wrongly, or not alike by both checkers\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
