import { writeTable } from '../report-figures.ts';
import { byRules, compilePersonalData } from './compile-personal-data.ts';
import { measureLabelled, measureNames } from './measure-labelled-data.ts';
import { setupsOf } from './measured-parts.ts';
import { checkAll, type Measure, type Measuring, shareFound } from './measuring.ts';
import type { OtherPackage } from './other-packages.ts';
import { showShare } from './show-share.ts';
import { coveredShare } from './span-figures.ts';
import { makeIdentifiers } from './texts/make-identifiers.ts';
import { readPassages } from './texts/passages.ts';

const identifiersPerType = 120;
const plainPerCorpus = 4_000;

/** Measures labelled texts, names in real texts, generated identifiers, and passages without personal data. */
export const measurePersonalData: Measure = async (given) => ({
  labelled: await measureLabelled(given),
  names: await measureNames(given),
  identifiers: await measureIdentifiers(given),
  plain: await measurePlain(given),
});

async function measureIdentifiers({ parts, others }: Measuring) {
  const [rules] = setupsOf(parts);
  const check = rules === undefined ? null : compilePersonalData(byRules, rules.parts);
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

/** Measures what the default settings for prompts and answers find in passages without personal data. */
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
    const check = compilePersonalData(types, rules.parts);
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
