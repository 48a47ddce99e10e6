import { writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import type { CheckText } from './compile-check.ts';
import { byRules, compilePersonalData } from './compile-personal-data.ts';
import { fullSetup, setupsOf } from './measured-parts.ts';
import { checkAll, type Measuring, shareFound } from './measuring.ts';
import { showShare } from './show-share.ts';
import {
  addCounts,
  countSpans,
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

const withNames = { ...byRules, names: 'redact' } as const;
const namesAlone = { identifiers: 'off', contact: 'off', network: 'off', names: 'redact' } as const;
const nameTypes = new Set(['person', 'place', 'organisation']);

/** Texts with synthetic personal data: measures what is replaced correctly and what needlessly. */
export async function measureLabelled({ dataFolder, parts, others }: Measuring) {
  const [rules] = setupsOf(parts);
  const full = fullSetup(parts);
  const methods = [
    { name: 'rules', types: byRules, setup: rules, counted: (type: string) => !nameTypes.has(type) },
    ...(full.parts.screener === null
      ? []
      : [{ name: 'rules and names', types: withNames, setup: full, counted: () => true }]),
  ];
  const figures = [];
  for (const set of readPersonalTexts(dataFolder))
    for (const { name, types, setup, counted } of methods) {
      const check = setup === undefined ? null : compilePersonalData(types, setup.parts);
      if (check === null) continue;
      const { total, byType } = await countFound(check, set, counted);
      figures.push({ set: set.name, method: name, ...summed(total), byType });
    }
  console.log('\nPersonal data in labelled texts');
  console.log(
    writeTable([
      ['', 'expected', 'recall', 'precision', 'F1', 'F2'],
      ...figures.flatMap((one) => [
        [`${one.set}, ${one.method}`, ...cellsOf(one)],
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

/** Counts the labelled spans that were replaced. Spans of other types are neither right nor wrong. */
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

/** For packages that only return the changed text: the share of labelled words no longer in it. */
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

/** Measures names of people, places and organisations in real texts. */
export async function measureNames({ dataFolder, parts, size }: Measuring) {
  const setup = fullSetup(parts);
  const check = setup.parts.screener === null ? null : compilePersonalData(namesAlone, setup.parts);
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
