import { writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { type CheckText, compileCheck } from './compile-check.ts';
import { fullSetup, setupsOf } from './measured-parts.ts';
import { checkAll, type Measure, type Measuring, shareFound } from './measuring.ts';
import type { OtherPackage } from './other-packages.ts';
import { showShare } from './show-share.ts';
import {
  addCounts,
  countSpans,
  coveredShare,
  fScore,
  noSpans,
  precisionOf,
  recallOf,
  type SpanCounts,
} from './span-figures.ts';
import {
  type LabelledSet,
  type LabelledText,
  readNamedTexts,
  readPersonalTexts,
} from './texts/labelled-spans.ts';
import { makeIdentifiers } from './texts/make-identifiers.ts';
import { readPassages } from './texts/passages.ts';

type Types = Readonly<Record<string, 'off' | 'flag' | 'redact'>>;
const byRules: Types = { identifiers: 'redact', contact: 'redact', network: 'redact', names: 'off' };
const withNames: Types = { ...byRules, names: 'redact' };
const namesAlone: Types = { identifiers: 'off', contact: 'off', network: 'off', names: 'redact' };
const nameTypes = new Set(['person', 'place', 'organisation']);
const identifiersPerType = 120;
const plainPerCorpus = 4_000;

function personalData(types: Types, parts: Parameters<typeof compileCheck>[1]): CheckText | null {
  const entry = { name: 'Data', check: 'personal_data', stage: 'input', action: 'redact' } as const;
  return compileCheck({ ...entry, settings: { types } }, parts);
}

/** Labelled texts, names in real ones, identifiers that were made up, and plain passages that hold none. */
export const measurePersonalData: Measure = async (given) => ({
  labelled: await measureLabelled(given),
  names: await measureNames(given),
  identifiers: await measureIdentifiers(given),
  plain: await measurePlain(given),
});

async function measureLabelled({ dataFolder, parts, others }: Measuring) {
  const [rules] = setupsOf(parts);
  const full = fullSetup(parts);
  const ways = [
    { name: 'rules', types: byRules, setup: rules, counted: (type: string) => !nameTypes.has(type) },
    ...(full.parts.screener === null
      ? []
      : [{ name: 'rules and names', types: withNames, setup: full, counted: () => true }]),
  ];
  const figures = [];
  for (const set of readPersonalTexts(dataFolder))
    for (const { name, types, setup, counted } of ways) {
      const check = setup === undefined ? null : personalData(types, setup.parts);
      if (check === null) continue;
      const { total, byType } = await countFound(check, set, counted);
      figures.push({ set: set.name, way: name, ...summed(total), byType });
    }
  console.log('\nPersonal data in labelled texts');
  console.log(
    writeTable([
      ['', 'expected', 'recall', 'precision', 'F1', 'F2'],
      ...figures.flatMap((one) => [
        [`${one.set}, ${one.way}`, ...cellsOf(one)],
        ...Object.entries(one.byType).map(([type, counts]) => [
          `    ${type}`,
          String(counts.expected),
          showShare(recallOf(counts)),
        ]),
      ]),
    ]),
  );
  const vanished = [];
  for (const set of readPersonalTexts(dataFolder))
    for (const { name, hidesPersonalData } of others)
      if (hidesPersonalData !== undefined)
        vanished.push({ name, set: set.name, ...(await shareVanished(hidesPersonalData, set)) });
  if (vanished.length > 0)
    console.log(
      writeTable([
        ['what others replace', 'of rules’ types', 'of names'],
        ...vanished.map((one) => [`${one.name}, ${one.set}`, showShare(one.byRules), showShare(one.names)]),
      ]),
    );
  return { figures, others: vanished };
}

const summed = (counts: SpanCounts) => ({
  expected: counts.expected,
  recall: recallOf(counts),
  precision: precisionOf(counts),
  f1: fScore(counts, 1),
  f2: fScore(counts, 2),
});

const cellsOf = (one: ReturnType<typeof summed>) => [
  String(one.expected),
  showShare(one.recall),
  showShare(one.precision),
  one.f1.toFixed(3),
  one.f2.toFixed(3),
];

/** What was replaced of what is labelled; spans whose type does not count are neither right nor wrong. */
async function countFound(check: CheckText, set: LabelledSet, counted: (type: string) => boolean) {
  const checked = await checkAll(check, { label: set.name, texts: set.texts.map(({ text }) => text) });
  const byType: Record<string, SpanCounts> = {};
  let total = noSpans;
  for (const [place, { spans }] of set.texts.entries()) {
    const found = checked[place]?.hidden ?? [];
    const isCounted = ({ type }: LabelledText['spans'][number]) => type !== null && counted(type);
    const expected = spans.filter(isCounted);
    const ignored = spans.filter((span) => !isCounted(span));
    total = addCounts(total, countSpans({ expected, ignored, found }));
    for (const span of expected) {
      const counts = countSpans({ expected: [span], ignored: [], found });
      byType[span.type ?? ''] = addCounts(byType[span.type ?? ''] ?? noSpans, counts);
    }
  }
  return { total, byType };
}

/** Packages that only give the changed text: whether the labelled words are still in it. */
async function shareVanished(hides: (text: string) => Promise<string>, set: LabelledSet) {
  const gone: Record<'rules' | 'names', boolean[]> = { rules: [], names: [] };
  for (const { text, spans } of set.texts) {
    const rest = await hides(text);
    for (const { type, start, end } of spans)
      if (type !== null)
        gone[nameTypes.has(type) ? 'names' : 'rules'].push(!rest.includes(text.slice(start, end)));
  }
  return { byRules: shareFound(gone.rules), names: shareFound(gone.names) };
}

async function measureNames({ dataFolder, parts, size }: Measuring) {
  const setup = fullSetup(parts);
  const check = setup.parts.screener === null ? null : personalData(namesAlone, setup.parts);
  if (check === null) {
    console.log('\nNames: not measured, since they are found by a model that is not there');
    return null;
  }
  const figures = [];
  for (const set of readNamedTexts(dataFolder)) {
    const texts = takeSample(set.texts, size);
    const { total, byType } = await countFound(check, { ...set, texts }, (type) => nameTypes.has(type));
    figures.push({ set: set.name, texts: texts.length, ...summed(total), byType });
  }
  console.log('\nNames in real texts');
  console.log(
    writeTable([
      ['', 'texts', 'expected', 'recall', 'precision', 'F1', 'F2', ...nameTypes],
      ...figures.map((one) => [
        one.set,
        String(one.texts),
        ...cellsOf(one),
        ...[...nameTypes].map((type) => showShare(recallOf(one.byType[type] ?? noSpans))),
      ]),
    ]),
  );
  return figures;
}

async function measureIdentifiers({ parts, others }: Measuring) {
  const [rules] = setupsOf(parts);
  const check = rules === undefined ? null : personalData(byRules, rules.parts);
  if (check === null) return null;
  const made = makeIdentifiers(identifiersPerType);
  const checked = await checkAll(check, {
    label: 'made-up identifiers',
    texts: made.map(({ text }) => text),
  });
  const isWhole = made.map((one, place) => coveredShare(one, checked[place]?.hidden ?? []) >= 0.999);
  const columns = [{ name: 'rules', found: isWhole }, ...(await vanishedOf(others, made))];
  const groups = [...new Set(made.map(({ group }) => group))];
  const inGroup = (group: string, found: readonly boolean[]) =>
    shareFound(found.filter((_, place) => made[place]?.group === group));
  const poor = Object.entries(Object.groupBy(made.keys(), (place) => made[place]?.type ?? ''))
    .map(([type, places = []]) => ({
      type,
      found: shareFound(places.map((place) => isWhole[place] ?? false)),
    }))
    .filter(({ found }) => (found ?? 1) < 0.98);
  console.log(`\nMade-up identifiers, ${identifiersPerType} of each type: replaced as a whole`);
  console.log(
    writeTable([
      ['', 'values', ...columns.map(({ name }) => name)],
      ...groups.map((group) => [
        group,
        String(made.filter((one) => one.group === group).length),
        ...columns.map(({ found }) => showShare(inGroup(group, found))),
      ]),
      ['all', String(made.length), ...columns.map(({ found }) => showShare(shareFound(found)))],
    ]),
  );
  if (poor.length > 0)
    console.log(`  below 98 %: ${poor.map(({ type, found }) => `${type} ${showShare(found)}`).join(', ')}`);
  return {
    groups: groups.map((group) => ({
      group,
      found: columns.map(({ name, found }) => ({ name, share: inGroup(group, found) })),
    })),
    all: columns.map(({ name, found }) => ({ name, share: shareFound(found) })),
    poor,
  };
}

function vanishedOf(others: readonly OtherPackage[], made: ReturnType<typeof makeIdentifiers>) {
  return Promise.all(
    others.flatMap(({ name, hidesPersonalData }) =>
      hidesPersonalData === undefined
        ? []
        : [
            Promise.all(
              made.map(
                async ({ text, start, end }) =>
                  !(await hidesPersonalData(text)).includes(text.slice(start, end)),
              ),
            ).then((found) => ({ name, found })),
          ],
    ),
  );
}

/** The usual settings, of a prompt and of an answer: what they make of passages in which nobody is spoken of. */
async function measurePlain({ dataFolder, parts, others, size }: Measuring) {
  const [rules] = setupsOf(parts);
  if (rules === undefined) return null;
  const perCorpus = size.count === null ? Number.MAX_SAFE_INTEGER : plainPerCorpus;
  const corpora = readPassages(dataFolder, { part: 'report', perCorpus, seed: size.seed });
  const columns: Array<{ readonly name: string; readonly found: boolean[][] }> = [];
  for (const [name, types] of [
    ['identifiers', { identifiers: 'redact' }],
    ['contact too', { identifiers: 'redact', contact: 'flag' }],
  ] as const) {
    const check = personalData(types, rules.parts);
    if (check === null) continue;
    const found: boolean[][] = [];
    for (const { corpus, passages } of corpora)
      found.push((await checkAll(check, { label: corpus, texts: passages })).map(({ isFound }) => isFound));
    columns.push({ name, found });
  }
  for (const { name, hidesPersonalData } of others) {
    if (hidesPersonalData === undefined) continue;
    const found: boolean[][] = [];
    for (const { passages } of corpora)
      found.push(await Promise.all(passages.map(async (text) => (await hidesPersonalData(text)) !== text)));
    columns.push({ name, found });
  }
  console.log('\nPlain passages in which personal data is found, by the usual settings');
  console.log(
    writeTable([
      ['', 'passages', ...columns.map(({ name }) => name)],
      ...corpora.map(({ corpus, passages }, place) => [
        corpus,
        String(passages.length),
        ...columns.map(({ found }) => showShare(shareFound(found[place] ?? []))),
      ]),
      [
        'all',
        String(corpora.reduce((sum, { passages }) => sum + passages.length, 0)),
        ...columns.map(({ found }) => showShare(shareFound(found.flat()))),
      ],
    ]),
  );
  return columns.map(({ name, found }) => ({
    name,
    all: shareFound(found.flat()),
    byCorpus: Object.fromEntries(
      corpora.map(({ corpus }, place) => [corpus, shareFound(found[place] ?? [])]),
    ),
  }));
}
