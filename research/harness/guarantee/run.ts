import { parseArgs } from 'node:util';
import { writeFigures } from '../report-figures.ts';
import { countHeld, heldShare, type Procedure } from './count-held.ts';
import type { TenantKind } from './simulate-tenant.ts';

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(`npm run eval -- guarantee [--tenants N] [--seed N] [--json FILE]
How often the guarantee on the band "high" holds, in tenants whose truth is known. Needs no data.`);
  process.exit(0);
}

const cases: ReadonlyArray<{ readonly name: string; readonly kind: TenantKind; readonly attempts: number }> =
  [
    { name: 'scores off as on unseen content', kind: 'usual', attempts: 1 },
    { name: 'just too much wrong at every score', kind: 'boundary', attempts: 1 },
    { name: 'the same, ten draws in a row', kind: 'boundary', attempts: 10 },
    { name: 'one range of scores mostly wrong', kind: 'uneven', attempts: 1 },
    { name: 'up to a twentieth never checked', kind: 'unchecked', attempts: 1 },
  ];
const names: Readonly<Record<Procedure, string>> = {
  chosen: 'as shipped',
  searched: 'lowest line whose own bound passes',
  counted: 'lowest line with few enough wrong in the draw',
};
const [tenants, seed] = [Number(values.tenants), Number(values.seed)];
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
console.log('| Tenants | Line | Given | Broken | Held | Answers above the line |');
console.log('| --- | --- | ---: | ---: | ---: | ---: |');
const rows = cases.map(({ name, kind, attempts }) => {
  const counts = countHeld(kind, { tenants, seed, attempts });
  for (const procedure of Object.keys(names) as Procedure[]) {
    const { given, broken, kept } = counts[procedure];
    const held = percent(heldShare(counts[procedure]));
    console.log(`| ${name} | ${names[procedure]} | ${given} | ${broken} | ${held} | ${percent(kept)} |`);
  }
  return { name, ...counts };
});
writeFigures(values.json, { tenants, seed, rows });
