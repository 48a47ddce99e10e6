import { type UnsafeKind, unsafeKinds } from '@avow/contract/guardrails';
import { writeTable } from '../report-figures.ts';
import { compileCheck } from './compile-check.ts';
import { fullSetup, type Setup } from './measured-parts.ts';
import { checkAll, type Measure, type Measuring, shareFound } from './measuring.ts';
import { lineForFalseAlarms, shareAbove } from './separation.ts';
import { showShare } from './show-share.ts';
import { readOrdinarySets } from './texts/ordinary-texts.ts';
import { readHarmless, readUnsafe } from './texts/read-alarming.ts';
import { readUnsafeSets } from './texts/unsafe-sets.ts';
import { usualGuardrail } from './usual-guardrail.ts';

interface Row {
  readonly group: 'ordinary' | 'unsafe' | 'harmless' | 'alarming, harmless' | 'alarming, unsafe';
  readonly name: string;
  readonly status: string;
  readonly texts: readonly string[];
}

const falseAlarms = 0.01;

/** Measures harmful requests, harmful texts, and harmless texts that look alarming. */
export const measureUnsafeContent: Measure = async (given) => {
  const setup = fullSetup(given.parts);
  if (setup.parts.screener === null) {
    console.log('\nUnsafe content: not measured, since it is found by a model that is not there');
    return null;
  }
  const rows = readRowsOf(given);
  const checked = await checkRows(setup, rows);
  const ordinary = checked.filter(({ row }) => row.group === 'ordinary').flatMap(({ scores }) => scores);
  const line = lineForFalseAlarms(ordinary, falseAlarms);
  const [other] = given.others.filter(({ findsUnsafe }) => findsUnsafe !== undefined);
  const figures = [];
  for (const { row, scores, found, asked } of checked) {
    const { group, name, status, texts } = row;
    const byOther = other?.findsUnsafe === undefined ? null : await shareOf(other.findsUnsafe, texts);
    const share = texts.length === 0 ? null : asked / texts.length;
    figures.push({
      ...{ group, name, status, texts: texts.length, found: shareFound(found), asked: share, byOther },
      foundAtLine: texts.length === 0 ? null : shareAbove(scores, line),
    });
  }
  const totals = (['ordinary', 'alarming, harmless', 'alarming, unsafe'] as const).map((group) => {
    const its = checked.filter(({ row }) => row.group === group);
    const scores = its.flatMap((one) => one.scores);
    return {
      ...{ group, texts: scores.length, found: shareFound(its.flatMap((one) => one.found)) },
      foundAtLine: shareAbove(scores, line),
    };
  });
  console.log(
    `\nUnsafe content: found at the policy’s thresholds, and at ${line.toFixed(3)}, above which 1 % of ordinary texts are`,
  );
  console.log(
    writeTable([
      ['', 'training', 'texts', 'found', 'at 1 %', 'model asked', ...(other ? [other.name] : [])],
      ...figures.map((one) => [
        `${one.group}: ${one.name}`,
        one.status,
        String(one.texts),
        showShare(one.found),
        showShare(one.foundAtLine),
        showShare(one.asked),
        ...(other ? [showShare(one.byOther)] : []),
      ]),
      ...totals.map((one) => [
        `all: ${one.group}`,
        '',
        String(one.texts),
        showShare(one.found),
        showShare(one.foundAtLine),
      ]),
    ]),
  );
  return { line, figures, totals };
};

function readRowsOf({ dataFolder, parts, size }: Measuring): Row[] {
  const ordinary = readOrdinarySets(dataFolder, { part: 'report', size });
  const labelled = readUnsafeSets(dataFolder, parts.facts, { part: 'report', size });
  const written = (group: Row['group'], prompts: Readonly<Record<string, readonly string[]>>): Row[] =>
    Object.entries(prompts).map(([name, texts]) => ({ group, name, status: 'unseen', texts }));
  return [
    ...labelled.map((set): Row => ({ ...set, group: set.isUnsafe ? 'unsafe' : 'harmless' })),
    ...ordinary.map((set): Row => ({ ...set, group: 'ordinary' })),
    ...written('alarming, harmless', readHarmless()),
    ...written('alarming, unsafe', readUnsafe() satisfies Record<UnsafeKind, readonly string[]>),
  ];
}

async function checkRows(setup: Setup, rows: readonly Row[]) {
  const check = compileCheck(usualGuardrail('unsafeContent', setup.parts), setup.parts);
  if (check === null)
    throw new Error(`unsafe content of ${unsafeKinds.length} kinds could not be looked for`);
  const checked = [];
  for (const row of rows) {
    const before = setup.asked();
    const results = await checkAll(check, { label: `unsafe, ${row.name}`, texts: row.texts });
    checked.push({
      row,
      scores: results.map(({ score }) => score),
      found: results.map(({ isFound }) => isFound),
      asked: setup.asked() - before,
    });
  }
  return checked;
}

async function shareOf(finds: (text: string) => Promise<boolean>, texts: readonly string[]) {
  return shareFound(await Promise.all(texts.map(finds)));
}
