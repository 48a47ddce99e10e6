import { parseArgs } from 'node:util';
import { runHostileSourceCampaign } from './hostile-source-campaign.ts';
import { showHelp } from './show-help.ts';

showHelp(
  'npm run campaign -- hostile-source [--kills N]   kill the service N times (50) while it reads a hostile source, and when it must not',
);
const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } });
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1) {
  console.error('--kills takes a whole number above 0');
  process.exit(2);
}
const report = await runHostileSourceCampaign({
  readings: kills,
  onReading: (done) => process.stderr.write(`\r${done} of ${kills} kills while it was read`),
});
process.stderr.write('\n');
console.log(JSON.stringify(report, null, 2));
const isPaused = kills < 6 || report.pauses > 0;
process.exitCode = report.faults.length === 0 && isPaused ? 0 : 1;
