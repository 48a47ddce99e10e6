import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEncyclopaedia, readScience } from './article-corpora.ts';
import { type AskedCorpus, pagesOf } from './asked-corpus.ts';
import { readMixedCorpus, readPolicyCorpus } from './unseen-corpora.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-sets-'));
  const put = (name: string, rows: readonly unknown[]) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  };
  const context = (title: string, at: number) => ({
    ctx_id: `${title}#${at}`,
    title,
    text: `${title} ${at}.`,
  });
  put('squad2_dev/contexts', [
    context('Kept A', 0),
    context('Kept A', 1),
    context('Kept B', 0),
    context('Trained', 0),
  ]);
  put('squad2_dev/questions', [
    { id: '1', ctx_id: 'Kept A#0', question: 'One?', answers: [{ text: 'one' }, { text: '1' }] },
    { id: '2', ctx_id: 'Kept A#1', question: 'Two?', answers: [] },
    { id: '5', ctx_id: 'Kept A#1', question: 'Five?', answers: [{ text: 'five' }] },
    { id: '6', ctx_id: 'Kept A#1', question: 'Six?', answers: [{ text: 'six' }] },
    { id: '7', ctx_id: 'Kept A#1', question: 'Seven?', answers: [] },
    { id: '3', ctx_id: 'Kept B#0', question: 'Three?', answers: [{ text: 'three' }] },
    { id: '4', ctx_id: 'Trained#0', question: 'Four?', answers: [{ text: 'four' }] },
  ]);
  put(
    'covid_qa/docs',
    ['1', '2', '3', '4', '5', '6'].map((doc) => ({ doc, text: `Article ${doc}.` })),
  );
  put(
    'covid_qa/questions',
    ['1', '2', '3', '4', '5', '6'].flatMap((doc) =>
      ['a', 'b'].map((name) => ({
        id: `${doc}${name}`,
        doc,
        question: 'What? ',
        answers: [{ text: 'that' }],
      })),
    ),
  );
  const policy = (id: string, title: string, text: string) => ({
    ...{ id, title, question: 'What is kept?', context: `At ${title}: ${text}.`, answers: [{ text }] },
  });
  put('policyqa/all', [
    policy('1', 'a.com', 'names'),
    policy('2', 'a.com', 'mail'),
    policy('3', 'b.com', 'nothing'),
  ]);
  put(
    'chunking_eval/corpora',
    ['finance', 'wiki'].map((corpus) => ({ corpus, text: `About ${corpus}.` })),
  );
  put(
    'chunking_eval/queries',
    ['finance', 'wiki', 'finance', 'wiki'].map((corpus) => ({
      ...{ question: `What of ${corpus}?`, corpus, references: [{ content: `About ${corpus}.` }] },
    })),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const all = { count: null, seed: 1 };
const facts = { noAnswerLine: null, keptApart: { squad2_tune: ['Kept_A'], squad2_report: ['Kept B'] } };

describe('the encyclopaedia', () => {
  it('has only held-out articles, some for fitting and others for reporting', () => {
    const [fit, report] = readEncyclopaedia(folder, facts, all) as [AskedCorpus, AskedCorpus];
    expect(fit.pages.files).toEqual([{ name: 'Kept_A.md', content: '# Kept A\n\nKept A 0.\n\nKept A 1.\n' }]);
    expect(fit.questions.map(({ id, part, expected }) => [id, part, expected.kind])).toEqual([
      ['1', 'fit', 'holds'],
      ['5', 'fit', 'holds'],
      ['6', 'fit', 'holds'],
      ['2', 'fit', 'nothing'],
    ]);
    expect(report.questions).toEqual([
      {
        ...{ id: '3', text: 'Three?', part: 'report' },
        expected: { kind: 'holds', golds: ['three'], source: 'Kept_B.md' },
      },
    ]);
  });

  it('has about one unanswerable question for every three answerable ones', () => {
    const [fit] = readEncyclopaedia(folder, facts, { count: 4, seed: 1 }) as [AskedCorpus];
    expect(fit.questions.filter(({ expected }) => expected.kind === 'nothing')).toHaveLength(1);
    expect(fit.questions).toHaveLength(4);
  });

  it('is skipped if nothing was held out', () => {
    expect(() => readEncyclopaedia(folder, { noAnswerLine: null, keptApart: {} }, all)).toThrow('kept apart');
  });
});

describe('scientific articles', () => {
  it('are entirely for fitting or entirely for reporting', () => {
    const { questions } = readScience(folder, all);
    const parts = Map.groupBy(questions, ({ id }) => id.slice(0, 1));
    for (const [first, second] of parts.values()) expect(first?.part).toBe(second?.part);
    expect(new Set(questions.map(({ part }) => part))).toEqual(new Set(['fit', 'report']));
    expect(questions[0]?.text).toBe('What?');
  });
});

describe('corpora that are never fitted on', () => {
  it('are all for reporting, with a pack per site or text that its questions are asked of', () => {
    for (const { isUnseen, packPerFolder, pages, questions } of [
      readPolicyCorpus(folder, all),
      readMixedCorpus(folder, all),
    ]) {
      expect([isUnseen, packPerFolder]).toEqual([true, true]);
      const packs = new Set(pages.files.map(({ name }) => name.split('/')[0]));
      for (const question of questions) {
        expect(question.part).toBe('report');
        expect(packs).toContain(question.packs?.[0]);
      }
    }
  });

  it('accept every annotation of the same question for the same site', () => {
    const { questions } = readPolicyCorpus(folder, all);
    expect(questions.map(({ packs, expected }) => [packs, expected])).toEqual([
      [['a.com'], { kind: 'mostly', golds: ['names', 'mail'], source: 'policy.txt' }],
      [['b.com'], { kind: 'mostly', golds: ['nothing'], source: 'policy.txt' }],
    ]);
  });

  it('are also asked of another text, which has no answer', () => {
    const foreign = readMixedCorpus(folder, all).questions.filter(({ isForeign }) => isForeign);
    expect(foreign).toEqual([
      {
        ...{ id: 'foreign/0', text: 'What of finance?', part: 'report', packs: ['wiki'], isForeign: true },
        expected: { kind: 'nothing' },
      },
    ]);
  });
});

it('pages are identified by their content and how they are split', () => {
  const file = { name: 'a.md', content: '# A\n\nText.' };
  const { fingerprint, passages } = pagesOf([file]);
  expect(passages).toBeGreaterThan(0);
  expect(pagesOf([{ ...file }]).fingerprint).toBe(fingerprint);
  expect(pagesOf([{ ...file, content: '# A\n\nOther text.' }]).fingerprint).not.toBe(fingerprint);
});
