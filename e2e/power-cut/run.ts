import { parseArgs } from 'node:util';
import { showHelp } from '../show-help.ts';
import { runPowerCuts } from './campaign.ts';
import { failDiskCalls } from './fail-disk-calls.ts';

showHelp(`npm run campaign -- power-cut [options]   cut the power under load, and look for all that was promised

  --cuts N       moments at which the power goes (120)
  --folders N    folders that are rebuilt for each of them, of which the disk may leave any (4)
  --answers N    questions that each service is asked before it ends (300)
  --seed N       another one draws other cuts (1)

Then the calls to the disk fail under a service, and at last a disk only says that it syncs, which must be found out.
Needs Linux and gcc.`);
const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '120' },
    folders: { type: 'string', default: '4' },
    answers: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});

function readCount(name: 'cuts' | 'folders' | 'answers' | 'seed'): number {
  const count = Number(values[name]);
  if (Number.isInteger(count) && count > 0) return count;
  console.error(`--${name} takes a whole number above 0`);
  process.exit(2);
}

const onProgress = (progress: string) => process.stderr.write(`\r\x1b[K${progress}`);
const asked = {
  cuts: readCount('cuts'),
  foldersPerCut: readCount('folders'),
  answersPerLife: readCount('answers'),
  seed: readCount('seed'),
  onProgress,
};
const cuts = await runPowerCuts(asked);
const failedCalls = await failDiskCalls(onProgress);
// A test that finds nothing here would find nothing anywhere.
const lying = await runPowerCuts({ ...asked, cuts: 6, answersPerLife: 50, skipWalSync: true });
const isFoundOut = lying.faults.some((fault) => fault.includes('is not on record'));
process.stderr.write('\n');

const { folders, faultyFolders } = lying;
const withoutSync = { folders, faultyFolders, example: lying.faults[0] ?? null, isFoundOut };
console.log(JSON.stringify({ ...cuts, failedCalls, withoutSync }, null, 2));
const faults = [...cuts.faults, ...failedCalls.flatMap((failed) => failed.faults)];
process.exitCode = faults.length === 0 && isFoundOut ? 0 : 1;
