import { parseArgs } from 'node:util';
import { runStepsSync } from '@avow/foundation/concurrency';
import { buildViews, findAttacks, type View } from '@avow/guardrails/testing/checks';
import { dataSetsFolder } from '../data-sets.ts';
import { countOf, modelOptions } from '../model-options.ts';
import { writeFigures, writeTable } from '../report-figures.ts';
import { workThrough } from '../work-through.ts';
import { openMeasuredParts } from './open-measured-parts.ts';
import { readRuleSets } from './texts/rule-sets.ts';
import { usualGuardrail } from './usual-guardrail.ts';
import { createRuleJudge, type JudgeByRules } from './views/create-rule-judge.ts';

/** From here on a rule decides without a model. */
const sure = 0.95;

const { values } = parseArgs({
  options: {
    ...modelOptions,
    rows: { type: 'string', default: '5000' },
    'beside-models': { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(
    `npm run eval -- rules [--data FOLDER] [--model FOLDER] [--rows N] [--seed N] [--beside-models] [--json FILE]
For each rule of prompt attacks: how many attacks are found only with it, and how many ordinary texts; and which rules
could all go together without losing an attack.
  --rows N          ordinary texts of each set (5000); attacks are read in full
  --beside-models   with the classifier and the screening model, on attacks that the model was not trained on and on
                    phrases kept apart, in every disguise; without it, by rules alone, on all external attacks`,
  );
  process.exit(0);
}

interface Read {
  readonly isAttack: boolean;
  readonly views: readonly View[];
  readonly rules: ReadonlySet<string>;
  readonly score: number;
  readonly judge: JudgeByRules;
}

const size = { count: countOf('rows', values.rows), seed: countOf('seed', values.seed) };
const parts = values['beside-models']
  ? await openMeasuredParts({ classifier: undefined, screener: values.model })
  : null;
const { threshold = 0.5 } = usualGuardrail('promptAttack', { screener: parts?.screener ?? null });
const judgeOf = createRuleJudge(parts);
const all: Read[] = [];
for (const set of readRuleSets(dataSetsFolder(values.data), { size, facts: parts?.facts ?? null }))
  all.push(
    ...(await workThrough(set.texts, { label: set.name, atOnce: 4 }, (text) => read(text, set.isAttack))),
  );
await parts?.close();
const matched = all.filter(({ rules }) => rules.size > 0);

async function read(text: string, isAttack: boolean): Promise<Read> {
  const views = runStepsSync(buildViews(text));
  const rules = new Set<string>();
  const [worst] = findAttacks(views, (rule) => {
    rules.add(rule);
    return true;
  });
  // What no rule holds for no rule changes. Views are kept only where they are looked at again.
  if (worst === undefined) return { isAttack, rules, score: 0, views: [], judge: () => 0 };
  const judge = await judgeOf(text, views);
  return { isAttack, rules, score: judge(worst.score), views, judge };
}

const scoreWithout = ({ views, judge }: Read, without: ReadonlySet<string>) =>
  judge(findAttacks(views, (rule) => !without.has(rule))[0]?.score ?? 0);

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
      // Beside models it makes no difference whether a rule alone is sure.
      return (
        (one.score >= threshold && score < threshold) || (parts === null && one.score >= sure && score < sure)
      );
    };
    if (!matched.some((one) => one.isAttack && one.rules.has(name) && isLost(one))) idle.add(name);
  }
  return idle;
}

const idle = findIdle();
const count = (isAttack: boolean, line: number, without: ReadonlySet<string> = new Set()) =>
  matched.filter((one) => one.isAttack === isAttack && scoreWithout(one, without) >= line).length;
console.log(
  `Rules of prompt attacks ${parts === null ? 'alone' : 'beside the models'}, threshold ${threshold}: ${all.length} texts, ${names.length} rules hold somewhere`,
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
