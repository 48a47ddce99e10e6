import { parseArgs } from 'node:util';
import { runCrashCampaign } from './crash-campaign.ts';
import { showHelp } from './show-help.ts';

showHelp(
  'npm run campaign -- crash [--kills N]   kill the service N times under load (1000) and check every record',
);
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '1000' } },
});
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1) {
  console.error('--kills takes a whole number above 0');
  process.exit(2);
}
const report = await runCrashCampaign({
  kills,
  onKill: (done) => {
    if (done % 10 === 0 || done === kills) process.stderr.write(`\r${done} of ${kills} kills`);
  },
});
process.stderr.write('\n');
console.log(JSON.stringify(report, null, 2));
process.exitCode = report.faults.length === 0 ? 0 : 1;
