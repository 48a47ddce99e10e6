import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runMutations } from '@avow/server/testing';
import { showHelp } from './show-help.ts';

showHelp(
  'npm run campaign -- mutations [--count N] [--seed N] [--of records|rights]   tamper with records, log and keys, people and policies in N ways (10000), and have each found',
);
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    of: { type: 'string' },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error('--count takes a whole number above 0, --seed a whole number');
  process.exit(2);
}
const { of } = values;
if (of !== undefined && of !== 'records' && of !== 'rights') {
  console.error('--of takes records or rights');
  process.exit(2);
}
const directory = mkdtempSync(join(tmpdir(), 'avow-mutations-'));
const report = await runMutations({
  ...{ directory, count, seed },
  ...(of === undefined ? {} : { of }),
  onDone: (done) => {
    if (done % 50 === 0 || done === count) process.stderr.write(`\r${done} of ${count} mutations`);
  },
}).finally(() => rmSync(directory, { recursive: true, force: true }));
process.stderr.write('\n');
console.log(JSON.stringify(report, null, 2));
process.exitCode = report.faults.length === 0 ? 0 : 1;
