import { parseArgs } from 'node:util';
import { showHelp } from '../show-help.ts';
import { type Disturbance, disturbances, runBusyCampaign } from './campaign.ts';

showHelp(`npm run campaign -- busy [--questions N] [--clients N] [--quota 0.3|none] [--only 'screener killed']
Asks N questions (200) of a service that has 0.3 of a core, by 8 clients: each must be answered or refused with Retry-After.
Then the same while the screener is killed every second, while the content is published again and again, and while the policy
changes.`);
const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '200' },
    clients: { type: 'string', default: '8' },
    quota: { type: 'string', default: '0.3' },
    only: { type: 'string' },
  },
});
const asked = new Map<Disturbance, number>();
const reports = await runBusyCampaign({
  disturbances: disturbances.filter((one) => values.only === undefined || values.only === one),
  questions: Number(values.questions),
  clients: Number(values.clients),
  quota: values.quota === 'none' ? null : Number(values.quota),
  onAsked: (disturbance) => {
    asked.set(disturbance, (asked.get(disturbance) ?? 0) + 1);
    process.stderr.write(`\r${disturbance}: ${asked.get(disturbance)} of ${values.questions}   `);
  },
});
process.stderr.write('\n');
for (const report of reports) console.log(JSON.stringify(report));
process.exitCode = reports.some(({ faults }) => faults.length > 0) ? 1 : 0;
