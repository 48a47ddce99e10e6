import { writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { compileCheck } from './compile-check.ts';
import { byRules, compilePersonalData } from './compile-personal-data.ts';
import { setupsOf } from './measured-parts.ts';
import { inTurn, type Measure, type Measuring, shareFound } from './measuring.ts';
import type { OtherPackage } from './other-packages.ts';
import { showShare } from './show-share.ts';
import { addCounts, countSpans, fScore, noSpans, precisionOf, recallOf, type Span } from './span-figures.ts';
import { readReportedAttacks } from './texts/attack-sets.ts';
import { readPersonalTexts } from './texts/labelled-spans.ts';
import { makeIdentifiers } from './texts/make-identifiers.ts';
import { makeSecrets } from './texts/make-secrets.ts';
import { readOrdinarySets } from './texts/ordinary-texts.ts';
import { readPassages } from './texts/passages.ts';
import { usualGuardrail } from './usual-guardrail.ts';

const identifiersPerType = 20;
const secretsPerFormat = 30;
const plainPerCorpus = 150;
const names = new Set(['person', 'place', 'organisation']);

type Finds<Found> = (text: string) => Promise<Found>;
interface Method<Found> {
  readonly name: string;
  readonly finds: Finds<Found>;
  readonly spentMs: () => number;
}

/** Our rules, without a model, beside packages that run without a network: the same texts, and the processor time of each. */
export const measureBesideOthers: Measure = async (given) => {
  const methods = methodsOf(given);
  const plain = readPassages(given.dataFolder, {
    ...{ part: 'report', perCorpus: plainPerCorpus, seed: given.size.seed },
  }).flatMap(({ passages }) => passages);
  const personal = await inTurn(methods.personal, (method) => measurePersonal(given, method, plain));
  const secrets = await inTurn(methods.secrets, async (method) => {
    const made = makeSecrets({ perFormat: secretsPerFormat, seed: given.size.seed });
    return {
      ...{
        name: method.name,
        found: await shareBy(
          method,
          made.map(({ text }) => text),
        ),
      },
      ...(await timedShare(method, plain)),
    };
  });
  const attacks = await inTurn(methods.attacks, async (method) => {
    const sets = readReportedAttacks(given.dataFolder, given.parts.facts, given.size).attacks;
    const ordinary = readOrdinarySets(given.dataFolder, { part: 'report', size: given.size });
    const found = await inTurn(sets, async ({ name, texts }) => ({
      name,
      share: await shareBy(method, texts),
    }));
    return {
      name: method.name,
      found,
      ...(await timedShare(
        method,
        ordinary.flatMap(({ texts }) => texts),
      )),
    };
  });
  printTables({ personal, secrets, attacks });
  return { personal, secrets, attacks };
};

function methodsOf({ parts, others }: Measuring) {
  const [rules, withClassifier] = setupsOf(parts);
  if (rules === undefined) throw new Error('rules need no part');
  const spentMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const own = <Found>(name: string, finds: Finds<Found> | null): Method<Found>[] =>
    finds === null ? [] : [{ name, finds, spentMs }];
  const theirs = <Found>(finds: (other: OtherPackage) => Finds<Found> | undefined): Method<Found>[] =>
    others.flatMap((other) => {
      const found = finds(other);
      return found === undefined
        ? []
        : [{ name: other.name, finds: found, spentMs: other.spentMs ?? spentMs }];
    });
  const personal = compilePersonalData(byRules, rules.parts);
  const secret = compileCheck(
    { name: 'Secrets', check: 'secrets', stage: 'input', action: 'redact' },
    rules.parts,
  );
  const attack = (setup = rules) => {
    const check = compileCheck(usualGuardrail('promptAttack', setup.parts), setup.parts);
    return check === null ? null : async (text: string) => (await check(text)).isFound;
  };
  return {
    personal: [
      ...own('Avow', personal === null ? null : async (text: string) => (await personal(text)).hidden),
      ...theirs(({ findsSpans }) => findsSpans),
    ],
    secrets: [
      ...own('Avow', secret === null ? null : async (text: string) => (await secret(text)).isFound),
      ...theirs(({ findsSecret }) => findsSecret),
    ],
    attacks: [
      ...own('Avow, rules', attack()),
      ...own('Avow, rules and classifier', withClassifier === undefined ? null : attack(withClassifier)),
      ...theirs(({ findsAttack }) => findsAttack),
    ],
  };
}

async function measurePersonal(
  { dataFolder, size }: Measuring,
  method: Method<readonly Span[]>,
  plain: readonly string[],
) {
  const sets = await inTurn(readPersonalTexts(dataFolder), async ({ name, texts }) => {
    let counts = noSpans;
    for (const { text, spans } of takeSample(texts, size)) {
      const isCounted = ({ type }: (typeof spans)[number]) => type !== null && !names.has(type);
      const [expected, ignored] = [spans.filter(isCounted), spans.filter((span) => !isCounted(span))];
      counts = addCounts(counts, countSpans({ expected, ignored, found: await method.finds(text) }));
    }
    return { name, recall: recallOf(counts), precision: precisionOf(counts), f2: fScore(counts, 2) };
  });
  const made = makeIdentifiers(identifiersPerType);
  const whole = await inTurn(made, async ({ text, start, end }) =>
    (await method.finds(text)).some((span) => span.start <= start && span.end >= end),
  );
  const finds = async (text: string) => (await method.finds(text)).length > 0;
  return {
    ...{ name: method.name, sets, identifiers: shareFound(whole) },
    ...(await timedShare({ ...method, finds }, plain)),
  };
}

async function shareBy({ finds }: Method<boolean>, texts: readonly string[]) {
  return shareFound(await inTurn(texts, finds));
}

/** What is found in texts without anything to find, and the processor time of each text. */
async function timedShare(method: Method<boolean>, texts: readonly string[]) {
  const before = method.spentMs();
  const alarms = await shareBy(method, texts);
  return { alarms, texts: texts.length, microseconds: (1_000 * (method.spentMs() - before)) / texts.length };
}

function printTables(figures: {
  readonly personal: readonly Awaited<ReturnType<typeof measurePersonal>>[];
  readonly secrets: readonly Timed[];
  readonly attacks: ReadonlyArray<
    Omit<Timed, 'found'> & {
      readonly found: ReadonlyArray<{ readonly name: string; readonly share: number | null }>;
    }
  >;
}): void {
  const { personal, secrets, attacks } = figures;
  const setNames = personal[0]?.sets.map(({ name }) => name) ?? [];
  const cost = ({ alarms, texts, microseconds }: Pick<Timed, 'alarms' | 'texts' | 'microseconds'>) => [
    `${showShare(alarms)} of ${texts}`,
    microseconds.toFixed(0),
  ];
  console.log('\nBeside other packages: personal data that rules find (recall, precision, F2)');
  console.log(
    writeTable([
      ['', ...setNames, 'made-up identifiers', 'plain passages', 'µs a passage'],
      ...personal.map((one) => [
        one.name,
        ...one.sets.map(
          ({ recall, precision, f2 }) => `${showShare(recall)}, ${showShare(precision)}, ${f2.toFixed(3)}`,
        ),
        ...[showShare(one.identifiers), ...cost(one)],
      ]),
    ]),
  );
  console.log('\nBeside other packages: secrets');
  console.log(
    writeTable([
      ['', 'made-up secrets', 'plain passages', 'µs a passage'],
      ...secrets.map((one) => [one.name, showShare(one.found), ...cost(one)]),
    ]),
  );
  console.log('\nBeside other packages: prompt attacks');
  console.log(
    writeTable([
      ['', ...(attacks[0]?.found.map(({ name }) => name) ?? []), 'ordinary texts', 'µs a text'],
      ...attacks.map((one) => [one.name, ...one.found.map(({ share }) => showShare(share)), ...cost(one)]),
    ]),
  );
}

interface Timed {
  readonly name: string;
  readonly found: number | null;
  readonly alarms: number | null;
  readonly texts: number;
  readonly microseconds: number;
}
