import { runStepsSync } from '@avow/foundation/concurrency';
import { quantile } from '@avow/foundation/statistics';
import { compilePolicy } from '@avow/guardrails/policies';
import { checkText } from '@avow/guardrails/testing';
import { filterPassages } from '@avow/guardrails/testing/checks';
import { callLimits } from '../in-calls.ts';
import { createRandom, shuffle } from '../random.ts';
import { writeTable } from '../report-figures.ts';
import { type CheckText, compileCheck, type GivenGuardrail } from './compile-check.ts';
import { fullSetup, type Setup, setupsOf } from './measured-parts.ts';
import type { Measure, Measuring } from './measuring.ts';
import { readReportedAttacks } from './texts/attack-sets.ts';
import { readOrdinarySets } from './texts/ordinary-texts.ts';
import { readHarmless } from './texts/read-alarming.ts';
import { usualGuardrail, usualPolicy } from './usual-guardrail.ts';

const textsMeasured = 2_000;
/** Warm-up texts differ from measured ones: code must be compiled, but results of a text may be cached. */
const warmUps = 240;
const passagesPerQuery = 12;

/** Longer prompts are rare: pasted texts or attacks. */
const shortUnitsMax = 300;

interface Quantiles {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

interface Timed extends Quantiles {
  readonly name: string;
  readonly ofShort: Quantiles;
}

/** Measures the latency of each check and of whole stages, one text after another in a warm process. */
export const measureLatency: Measure = async (given) => {
  const texts = mixTexts(given);
  const timed: Timed[] = [];
  for (const { name, check } of checksOf(given)) timed.push(await timeEach(name, texts, check));
  const full = fullSetup(given.parts);
  timed.push(...(await timeStages(full, texts)));
  const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);
  console.log(`\nTime, ${textsMeasured} texts of all sorts, one after the other, in milliseconds`);
  console.log(
    writeTable([
      ['', 'calls', 'p50', 'p95', 'p99', `up to ${shortUnitsMax} characters`, 'p50', 'p95', 'p99'],
      ...timed.map((one) => [
        one.name,
        ...[one, one.ofShort].flatMap(({ calls, p50Ms, p95Ms, p99Ms }) => [
          String(calls),
          ...(calls === 0 ? ['–', '–', '–'] : [p50Ms, p95Ms, p99Ms].map(ms)),
        ]),
      ]),
    ]),
  );
  return timed;
};

/** Half ordinary texts, a quarter passages, the rest attacks and alarming texts. */
function mixTexts({ dataFolder, parts, size }: Measuring): readonly string[] {
  const some = { count: textsMeasured / 3, seed: size.seed };
  const ordinary = readOrdinarySets(dataFolder, { part: 'report', size: some }).flatMap(({ texts }) => texts);
  const { attacks } = readReportedAttacks(dataFolder, parts.facts, some);
  const odd = [...attacks.flatMap(({ texts }) => texts), ...Object.values(readHarmless()).flat()];
  const random = createRandom(size.seed);
  const quarter = textsMeasured / 4;
  const chosen = [
    ...shuffle(ordinary, random).slice(0, textsMeasured + warmUps - quarter),
    ...shuffle(odd, random).slice(0, quarter),
  ];
  return shuffle(chosen, random);
}

const entries: readonly GivenGuardrail[] = [
  {
    name: 'size',
    check: 'prompt_size',
    stage: 'input',
    action: 'block',
    settings: { code_points_max: 8_000 },
  },
  { name: 'control characters', check: 'control_characters', stage: 'input', action: 'block' },
  {
    ...{ name: 'personal data', check: 'personal_data', stage: 'input', action: 'redact' },
    settings: { types: { identifiers: 'redact', contact: 'flag' } },
  },
  { name: 'secrets', check: 'secrets', stage: 'input', action: 'redact' },
  { name: 'profanity', check: 'profanity', stage: 'input', action: 'flag' },
  {
    ...{ name: 'words, 100 of them', check: 'words', stage: 'input', action: 'block' },
    settings: { words: Array.from({ length: 100 }, (_, at) => `forbidden name ${at}`) },
  },
];

function checksOf({ parts }: Measuring): Array<{ readonly name: string; readonly check: CheckText }> {
  const setups = setupsOf(parts);
  const full = setups.at(-1);
  const wanted = [
    ...setups.map((setup) => ({
      name: `prompt attack: ${setup.name}`,
      entry: usualGuardrail('promptAttack', setup.parts),
      setup,
    })),
    ...(parts.screener === null || full === undefined
      ? []
      : [{ name: 'unsafe content', entry: usualGuardrail('unsafeContent', full.parts), setup: full }]),
    ...entries.flatMap((entry) => (full === undefined ? [] : [{ name: entry.name, entry, setup: full }])),
  ];
  return wanted.flatMap(({ name, entry, setup }) => {
    const check = compileCheck(entry, setup.parts);
    return check === null ? [] : [{ name, check }];
  });
}

async function timeStages({ parts }: Setup, texts: readonly string[]): Promise<Timed[]> {
  const hasScreener = parts.screener !== null;
  const { policy } = runStepsSync(compilePolicy(usualPolicy({ hasScreener }), 'measured', parts));
  const groups = Array.from({ length: Math.floor(texts.length / passagesPerQuery) }, (_, at) =>
    texts.slice(at * passagesPerQuery, (at + 1) * passagesPerQuery),
  );
  return [
    await timeEach('all of the input stage', texts, (text) =>
      checkText(policy, 'prompt', { text, quotes: [] }, callLimits),
    ),
    await timeEach(`the retrieval stage, ${passagesPerQuery} texts`, groups, (passages) =>
      filterPassages(policy, passages, callLimits),
    ),
  ];
}

async function timeEach<Item>(
  name: string,
  items: readonly Item[],
  call: (item: Item) => Promise<unknown>,
): Promise<Timed> {
  process.stderr.write(`timing: ${name}\n`);
  const warming = Math.floor((items.length * warmUps) / (textsMeasured + warmUps));
  for (const item of items.slice(0, warming)) await call(item);
  const timed: Array<{ readonly ms: number; readonly isShort: boolean }> = [];
  for (const item of items.slice(warming)) {
    const startedAt = performance.now();
    await call(item);
    const isShort = typeof item === 'string' && item.length <= shortUnitsMax;
    timed.push({ ms: performance.now() - startedAt, isShort });
  }
  return { name, ...quantilesOf(timed), ofShort: quantilesOf(timed.filter(({ isShort }) => isShort)) };
}

function quantilesOf(timed: ReadonlyArray<{ readonly ms: number }>): Quantiles {
  const times = timed.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const at = (share: number) => (times.length === 0 ? 0 : quantile(times, share));
  return { calls: times.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
}
