import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CampaignReport, runNodesCampaign } from './nodes/campaign.ts';
import { showHelp } from './show-help.ts';

showHelp(`npm run campaign -- nodes [--faults N] [--seed N] [--results FILE] [--programs FOLDER]

Makes N faults (500) happen to three nodes and their database under load, and checks every record: nodes are killed, restarted and
frozen, their clocks move apart, the database crashes, connections are cut, delayed and held. Each 50 faults get a new
installation. With --results, the report of each is added to the file, and a run goes on after those that are in it. With
--programs, the folder of pg_dump and psql of PostgreSQL 18 or later, a dump is made under load after each 50 faults, restored
to another server as the guide says, and checked.`);
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    results: { type: 'string' },
    programs: { type: 'string' },
  },
});
const [faults, seed] = [Number(values.faults), Number(values.seed)];
if (!Number.isInteger(faults) || faults < 1 || !Number.isInteger(seed)) {
  console.error('--faults takes a whole number above 0, and --seed a whole number');
  process.exit(2);
}

const partMax = 50;
const { results, programs } = values;
const reports: CampaignReport[] =
  results !== undefined && existsSync(results)
    ? readFileSync(results, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
const countOf = (all: readonly CampaignReport[]) => all.reduce((sum, report) => sum + report.faults, 0);

for (let done = countOf(reports); done < faults; done = countOf(reports)) {
  const report = await runNodesCampaign({
    faults: Math.min(partMax, faults - done),
    seed: seed + reports.length,
    ...(programs === undefined
      ? {}
      : { dumpPrograms: { pgDump: join(programs, 'pg_dump'), psql: join(programs, 'psql') } }),
    onFault: (now, kind) => process.stderr.write(`\r${done + now} of ${faults} faults (${kind})          `),
  });
  reports.push(report);
  if (results !== undefined) appendFileSync(results, `${JSON.stringify(report)}\n`);
}
process.stderr.write('\n');
const sum = (of: (report: CampaignReport) => number) =>
  reports.reduce((total, report) => total + of(report), 0);
const problems = reports.flatMap((report) => report.problems);
console.log(
  JSON.stringify(
    {
      faults: countOf(reports),
      acknowledged: sum(({ acknowledged }) => acknowledged),
      streams: sum(({ streams }) => streams),
      records: sum(({ records }) => records),
      restored: sum(({ restored }) => restored ?? 0),
      seconds: sum(({ seconds }) => seconds),
      problems,
    },
    null,
    2,
  ),
);
process.exitCode = problems.length === 0 ? 0 : 1;
