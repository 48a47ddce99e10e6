import { readOptions } from '../read-options.ts';
import { compareCheckers } from './compare-checkers.ts';

const usage = `npm run check -- receipts [--changes N] [--seed N]
Checks sound and manipulated receipts with the project's checker and with check_receipt.py, and compares what they say.
  --changes N   how many random changes of sound receipts (1000)
  --seed N      where the random changes begin (1)`;

const { changes, seed } = readOptions({ usage, changesUsual: 1_000 });
const { sound, broken, codes, faults } = await compareCheckers({ changes, seed });
for (const fault of faults) process.stderr.write(`${fault}\n`);
for (const [code, count] of codes) process.stdout.write(`  ${code}: ${count}\n`);
process.stdout.write(
  `${sound} sound and ${broken} broken receipts, seed ${seed}: ${faults.length} judged wrongly, or not alike by both checkers\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
