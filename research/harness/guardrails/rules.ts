import { parseArgs } from 'node:util';
import { runStepsSync } from '@avow/foundation/concurrency';
import { buildViews, findAttacks, type View } from '@avow/guardrails/testing/checks';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions } from '../model-options.ts';
import { writeFigures, writeTable } from '../report-figures.ts';
import { readViewSets } from './texts/view-sets.ts';
import { usualGuardrail } from './usual-guardrail.ts';

/** From here on a rule decides without a model. */
const sure = 0.95;

const { values } = parseArgs({ options: { ...modelOptions, rows: { type: 'string', default: '5000' } } });
if (values.help) {
  console.log(
    `npm run eval -- rules [--data FOLDER] [--rows N] [--seed N] [--json FILE]
For each rule of prompt attacks: how many external attacks are found only with it, by rules alone, and how many ordinary
texts; and which rules could all go together without losing an attack.
  --rows N   ordinary texts of each set (5000); attacks are read in full`,
  );
  process.exit(0);
}

interface Read {
  readonly isAttack: boolean;
  readonly views: readonly View[];
  readonly rules: ReadonlySet<string>;
  readonly score: number;
}

const size = { count: countOf('rows', values.rows), seed: countOf('seed', values.seed) };
const { threshold = 0.5 } = usualGuardrail('promptAttack', { screener: null });
const sets = readViewSets(dataSetsFolder(values.data), size).filter(({ check }) => check !== 'unsafe');
const all = sets.flatMap(({ isAttack, texts }) => texts.map((text) => read(text, isAttack)));
const matched = all.filter(({ rules }) => rules.size > 0);

function read(text: string, isAttack: boolean): Read {
  const views = runStepsSync(buildViews(text));
  const rules = new Set<string>();
  const [worst] = findAttacks(views, (rule) => {
    rules.add(rule);
    return true;
  });
  // Views are kept only where they are looked at again.
  return { isAttack, rules, score: worst?.score ?? 0, views: rules.size > 0 ? views : [] };
}

const scoreWithout = ({ views }: Read, without: ReadonlySet<string>) =>
  findAttacks(views, (rule) => !without.has(rule))[0]?.score ?? 0;

const names = [...new Set(matched.flatMap(({ rules }) => [...rules]))];
const rows = names
  .map((name) => {
    const its = matched.filter(({ rules }) => rules.has(name));
    const without = its.map((one) => ({ one, score: scoreWithout(one, new Set([name])) }));
    const only = (isAttack: boolean, line: number) =>
      without.filter(({ one, score }) => one.isAttack === isAttack && one.score >= line && score < line)
        .length;
    return {
      name,
      attacks: its.filter(({ isAttack }) => isAttack).length,
      ordinary: its.filter(({ isAttack }) => !isAttack).length,
      foundOnly: only(true, threshold),
      sureOnly: only(true, sure),
      flaggedOnly: only(false, threshold),
      flaggedSureOnly: only(false, sure),
    };
  })
  .toSorted((one, other) => other.foundOnly + other.sureOnly - one.foundOnly - one.sureOnly);

/** One after the other, those that earn least first: a rule goes if no attack is lost without it and those before it. */
function findIdle(): ReadonlySet<string> {
  const idle = new Set<string>();
  for (const { name } of rows.toReversed()) {
    const tried = new Set([...idle, name]);
    const isLost = (one: Read) => {
      const score = scoreWithout(one, tried);
      return (one.score >= threshold && score < threshold) || (one.score >= sure && score < sure);
    };
    if (!matched.some((one) => one.isAttack && one.rules.has(name) && isLost(one))) idle.add(name);
  }
  return idle;
}

const idle = findIdle();
const count = (isAttack: boolean, line: number, without: ReadonlySet<string> = new Set()) =>
  matched.filter((one) => one.isAttack === isAttack && scoreWithout(one, without) >= line).length;
console.log(
  `Rules of prompt attacks alone, threshold ${threshold}: ${all.length} texts, ${names.length} rules hold somewhere`,
);
console.log(
  writeTable([
    [
      'rule',
      'attacks',
      'ordinary',
      'found only by it',
      'sure only by it',
      'ordinary found',
      'ordinary sure',
      'idle',
    ],
    ...rows.map((row) => [
      row.name,
      ...[row.attacks, row.ordinary, row.foundOnly, row.sureOnly, row.flaggedOnly, row.flaggedSureOnly].map(
        String,
      ),
      idle.has(row.name) ? 'yes' : '',
    ]),
  ]),
);
const summary = [new Set<string>(), idle].map((without) => ({
  rules: names.length - without.size,
  attacks: count(true, threshold, without),
  attacksSure: count(true, sure, without),
  ordinary: count(false, threshold, without),
  ordinarySure: count(false, sure, without),
}));
console.log('All rules, and without the idle ones:', summary);
writeFigures(values.json, { size, threshold, texts: all.length, rows, idle: [...idle], summary });
