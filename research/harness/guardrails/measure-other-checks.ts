import type { GuardrailInput } from '@avow/guardrails';
import { disguises } from '@avow/guardrails/testing';
import { readRows } from '../data-sets.ts';
import { writeTable } from '../report-figures.ts';
import { takeSample } from '../take-sample.ts';
import { type CheckText, compileCheck, type GivenGuardrail } from './compile-check.ts';
import { measureTopics } from './measure-topics.ts';
import { fullSetup } from './measured-parts.ts';
import { type FoundLine, type Measure, type Measuring, shareFound } from './measuring.ts';
import { showShare } from './show-share.ts';
import { badLinks, canary, deniedNames, foreignAnswers, instructions, leaks } from './texts/answers.ts';
import { readOrdinarySets } from './texts/ordinary-texts.ts';
import { readPassages } from './texts/passages.ts';

const plainPerCorpus = 300;

/** Measures what the smaller checks find in relevant and in ordinary texts. */
export const measureOtherChecks: Measure = async (given) => {
  const plain = readPassages(given.dataFolder, {
    ...{ part: 'report', perCorpus: plainPerCorpus, seed: given.size.seed },
  }).flatMap(({ passages }) => passages);
  const lines = [
    ...(await measureWords(given, plain)),
    ...(await measureProfanity(given, plain)),
    ...(await measureAnswerChecks(given, plain)),
    ...(await measureTopics(given)),
  ];
  console.log('\nOther checks');
  console.log(
    writeTable([
      ['', 'to find', 'found', 'ordinary', 'found by mistake'],
      ...lines.map((one) => [
        one.name,
        String(one.wanted),
        showShare(one.found),
        String(one.ordinary),
        showShare(one.alarms),
      ]),
    ]),
  );
  return lines;
};

type Finds = (text: string) => Promise<boolean>;

const asFinds =
  (check: CheckText): Finds =>
  async (text) =>
    (await check(text)).isFound;

async function lineOf(
  name: string,
  finds: Finds,
  { wanted, ordinary }: { readonly wanted: readonly string[]; readonly ordinary: readonly string[] },
): Promise<FoundLine> {
  const found = shareFound(await Promise.all(wanted.map(finds)));
  const alarms = shareFound(await Promise.all(ordinary.map(finds)));
  return { name, wanted: wanted.length, found, ordinary: ordinary.length, alarms };
}

function compiled(entry: GivenGuardrail, { parts }: Measuring): CheckText | null {
  return compileCheck(entry, fullSetup(parts).parts);
}

async function measureWords(given: Measuring, ordinary: readonly string[]): Promise<FoundLine[]> {
  const texts = deniedNames.map((word) => `What do you know about ${word} and its owners?`);
  const sets = [
    { name: 'words', wanted: texts },
    {
      name: `words, in ${disguises.length} disguises`,
      wanted: disguises.flatMap(({ apply }) => texts.map(apply)),
    },
  ];
  const entry = { name: 'Words', check: 'words', stage: 'input', action: 'block' } as const;
  const check = compiled({ ...entry, settings: { words: [...deniedNames] } }, given);
  const finders = [
    ...(check === null ? [] : [{ name: '', finds: asFinds(check) }]),
    ...given.others.flatMap(({ name, findsWords }) =>
      findsWords === undefined ? [] : [{ name: `, ${name}`, finds: findsWords(deniedNames) }],
    ),
  ];
  const lines: FoundLine[] = [];
  for (const finder of finders)
    for (const { name, wanted } of sets)
      lines.push(await lineOf(`${name}${finder.name}`, finder.finds, { wanted, ordinary }));
  return lines;
}

/** Comments that people labelled obscene. Not all of them contain profanity, so the share found means little by itself. */
async function measureProfanity(given: Measuring, passages: readonly string[]): Promise<FoundLine[]> {
  const { dataFolder, size } = given;
  const wanted = takeSample(
    readRows<{ text: string; y: number; src: string }>(dataFolder, 'toxicity_pool/test')
      .filter(({ src, y }) => src === 'jigsaw_obscene' && y === 1)
      .map(({ text }) => text),
    size,
  );
  const questions = readOrdinarySets(dataFolder, { part: 'report', size });
  const ordinary = [...passages, ...questions.slice(0, 3).flatMap(({ texts }) => texts)];
  const check = compiled({ name: 'P', check: 'profanity', stage: 'input', action: 'flag' }, given);
  const lines = check === null ? [] : [await lineOf('profanity', asFinds(check), { wanted, ordinary })];
  for (const { name, findsProfanity } of given.others)
    if (findsProfanity !== undefined)
      lines.push(await lineOf(`profanity, ${name}`, findsProfanity, { wanted, ordinary }));
  return lines;
}

/** The answer is the passage, quoted, as in the service. */
async function measureAnswerChecks(given: Measuring, ordinary: readonly string[]): Promise<FoundLine[]> {
  const stage = 'output';
  const checks: ReadonlyArray<readonly [GivenGuardrail, readonly string[]]> = [
    [{ name: 'links', check: 'links', stage, action: 'redact', settings: {} }, badLinks],
    [
      {
        ...{ name: 'prompt leak', check: 'prompt_leak', stage, action: 'block' },
        settings: { instructions, canaries: [canary] },
      },
      leaks,
    ],
    [
      {
        ...{ name: 'format, in English', check: 'format', stage, action: 'flag' },
        settings: { languages: ['en'] },
      },
      foreignAnswers,
    ],
  ];
  const lines: FoundLine[] = [];
  for (const [entry, wanted] of checks) {
    const check = compiled(entry, given);
    if (check === null) continue;
    // A link in the operator's content is judged differently from one that a model made up.
    const asAnswer = async (text: string) => (await check(text, { quotes: quotesOf(text) })).isFound;
    const asWritten = async (text: string) => (await check(text, { quotes: quotesOf('See above.') })).isFound;
    const [found] = [await lineOf(entry.name, asWritten, { wanted, ordinary: [] })];
    const alarms = await lineOf(entry.name, asAnswer, { wanted: [], ordinary });
    lines.push({ ...found, ordinary: alarms.ordinary, alarms: alarms.alarms });
  }
  return lines;
}

function quotesOf(text: string): GuardrailInput['quotes'] {
  return [{ quote: text, stored: text, shown: text, follows: 'as_paragraph' }];
}
