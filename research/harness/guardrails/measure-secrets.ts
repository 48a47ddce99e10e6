import { writeTable } from '../report-figures.ts';
import { compileCheck } from './compile-check.ts';
import { setupsOf } from './measured-parts.ts';
import { checkAll, type Measure, shareFound } from './measuring.ts';
import { showShare } from './show-share.ts';
import { makeSecrets, readHarmlessCodes } from './texts/make-secrets.ts';
import { readPassages } from './texts/passages.ts';

const secretsPerFormat = 60;
const plainPerCorpus = 4_000;

/** Measures generated keys and passwords, and equally random values that are not secrets. */
export const measureSecrets: Measure = async ({ dataFolder, parts, others, size }) => {
  const [rules] = setupsOf(parts);
  const entry = { name: 'Secrets', check: 'secrets', stage: 'input', action: 'redact' } as const;
  const check = rules === undefined ? null : compileCheck(entry, rules.parts);
  if (check === null) return null;
  const perCorpus = size.count === null ? Number.MAX_SAFE_INTEGER : plainPerCorpus;
  const made = makeSecrets({ perFormat: secretsPerFormat, seed: size.seed });
  const sets = [
    ...Object.entries(Object.groupBy(made, ({ format }) => format)).map(([name, its = []]) => ({
      name,
      isSecret: true,
      texts: its.map(({ text }) => text),
    })),
    { name: 'lock file, ids, hashes', isSecret: false, texts: readHarmlessCodes() },
    ...readPassages(dataFolder, { part: 'report', perCorpus, seed: size.seed }).map(
      ({ corpus, passages }) => ({
        name: corpus,
        isSecret: false,
        texts: passages,
      }),
    ),
  ];
  const columns: Array<{ readonly name: string; readonly found: boolean[][] }> = [
    { name: 'ours', found: [] },
  ];
  for (const { name, texts } of sets) {
    const checked = await checkAll(check, { label: name, texts });
    columns[0]?.found.push(checked.map(({ isFound }) => isFound));
  }
  for (const { name, findsSecret } of others) {
    if (findsSecret === undefined) continue;
    const found: boolean[][] = [];
    for (const { texts } of sets) found.push(await Promise.all(texts.map(findsSecret)));
    columns.push({ name, found });
  }
  const total = (isSecret: boolean) => [
    isSecret ? 'all secrets' : 'all that is none',
    String(sets.filter((set) => set.isSecret === isSecret).reduce((sum, { texts }) => sum + texts.length, 0)),
    ...columns.map(({ found }) =>
      showShare(shareFound(found.filter((_, place) => sets[place]?.isSecret === isSecret).flat())),
    ),
  ];
  console.log('\nSecrets: found');
  console.log(
    writeTable([
      ['', 'texts', ...columns.map(({ name }) => name)],
      ...sets.map(({ name, texts }, place) => [
        name,
        String(texts.length),
        ...columns.map(({ found }) => showShare(shareFound(found[place] ?? []))),
      ]),
      total(true),
      total(false),
    ]),
  );
  return columns.map(({ name, found }) => ({
    name,
    found: Object.fromEntries(sets.map((set, place) => [set.name, shareFound(found[place] ?? [])])),
  }));
};
