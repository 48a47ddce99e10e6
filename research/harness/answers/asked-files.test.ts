import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { halfOf } from '../half-of.ts';
import { readAskedFiles, readAskedFollowUps } from './asked-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'avow-asked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = {
  ...{ id: 'a-1', kind: 'yesno', question: 'may I?', answerable: true, verdict: 'no', gold: 'No.' },
  ...{ facts: [['not allowed']], sources: ['a.md'] },
};
const missing = { ...row, id: 'a-2', kind: 'unanswerable_near', answerable: false, verdict: null, facts: [] };
const followUp = {
  ...{ id: 'f-1', corpus: 'sourcegraph', first: 'may I?', second: 'and twice?', standalone: 'may I twice?' },
  ...{ gold: 'Once.', facts: [['once']], sources: ['a.md'] },
};
const writeRows = (name: string, rows: readonly unknown[]) =>
  writeFileSync(
    join(folder, 'asked_eval', `${name}.jsonl`),
    rows.map((one) => JSON.stringify(one)).join('\n'),
  );

it('has nothing where the set is not there', () => {
  expect([readAskedFiles(folder), readAskedFollowUps(folder)]).toEqual([[], []]);
});

it('reads questions and follow-ups by corpus, with our kinds and a part by the hash of the id', () => {
  mkdirSync(join(folder, 'asked_eval'));
  writeRows('gsa_tts', [row, missing]);
  writeRows('sourcegraph', []);
  writeRows('followups', [followUp]);
  const [gsa, sourcegraph] = readAskedFiles(folder);
  expect(gsa?.corpus).toBe('gsa_tts_handbook');
  expect(gsa?.questions).toEqual([
    {
      ...{
        id: 'a-1',
        kind: 'yes_no',
        part: halfOf('a-1'),
        question: 'may I?',
        answerable: true,
        verdict: 'no',
      },
      ...{ facts: [['not allowed']], sources: ['a.md'], why: 'No.' },
    },
    expect.objectContaining({ id: 'a-2', kind: 'near_miss', answerable: false, sources: [], facts: [] }),
  ]);
  expect(sourcegraph).toEqual({ corpus: 'sourcegraph_handbook', questions: [] });
  expect(
    readAskedFollowUps(folder).map(({ questions }) => questions.map((one) => [one.follows, one.question])),
  ).toEqual([[], [['may I?', 'and twice?']]]);
});
