import { codePointLength } from '@avow/contract/values';
import type { PassageHit } from '@avow/search';
import { describe, expect, it } from 'vitest';
import type { QuotedDraft, Support, WrittenDraft } from '../draft.ts';
import type { Retrieved } from '../found.ts';
import type { Question } from '../question.ts';
import { addDisagreement } from './add-disagreement.ts';

const pack = { packId: 'pack_a', version: 1 } as const;
const question: Question = {
  ...{ tenantId: 'ten_a', text: 'How many vacation days do employees get?', packIds: null },
  ...{ groups: [], nowMs: 0, language: null },
};

function hitOf(id: string, text: string, headings = 'Handbook › Vacation'): PassageHit {
  return {
    ...{ kind: 'document', documentId: `doc_${id}`, revision: 1, ordinal: 0, headings, text, start: 100 },
    ...{ end: 100 + codePointLength(text), groups: [], validFromMs: null, validUntilMs: null, pack },
    ...{ score: 1, wordScore: 1, vectorScore: null, alsoAt: [] },
  };
}

const supportOf = (id: string, quote: string): Support => ({
  ...{ documentId: `doc_${id}`, pack, source: `${id}.md`, title: id, url: null, quote },
  ...{ start: 100, end: 100 + codePointLength(quote), score: 0.9, follows: 'as_paragraph' },
});

const quotedOf = (quote: string): QuotedDraft => ({
  ...{
    kind: 'quoted',
    lead: '',
    sourceType: 'document',
    found: { kind: 'read', probability: 0.9, features: {} },
  },
  ...{ support: [supportOf('a', quote)], judgement: null },
});

const content = {
  getDocument: async (_: string, documentId: string) =>
    ({ documentId, source: 'b.md', title: 'The other', url: null, pack }) as never,
};

async function add(first: string, others: readonly PassageHit[], draft = quotedOf(first)) {
  const documents = [hitOf('a', first), ...others];
  const retrieved: Retrieved = { packs: [pack], curated: [], documents, further: [], isDegraded: false };
  return await addDisagreement(content, question, { retrieved, draft });
}

const said = 'Employees get 25 days of vacation per year.';

describe('addDisagreement', () => {
  it('quotes another document that states another value, and says that the two disagree', async () => {
    const text = 'Some words before it. Employees get 30 vacation days per year.';
    const draft = await add(said, [hitOf('b', text)]);
    expect(draft).toMatchObject({ lead: 'The sources disagree:', disagrees: true });
    const other = draft.support[1];
    expect(other).toMatchObject({ documentId: 'doc_b', quote: 'Employees get 30 vacation days per year.' });
    const points = [...text].slice((other?.start ?? 0) - 100, (other?.end ?? 0) - 100);
    expect(points.join('')).toBe(other?.quote);
  });

  it('quotes another that denies it', async () => {
    const paid = 'Contractors are paid for public holidays.';
    const draft = await add(paid, [hitOf('b', 'Contractors are not paid for public holidays.')]);
    expect(draft.support).toHaveLength(2);
  });

  it.each([
    ['speaks of others', 'Part-time employees in Lisbon get 12 days of vacation per year.'],
    ['counts something else', 'Employees get 25 hours of vacation per year.'],
    ['says the same', 'Employees get 25 vacation days per year.'],
    ['names a number', 'Employees get version 30 of vacation per year.'],
    ['speaks of something else', 'The office opens at 9 and closes at 18 every day.'],
  ])('says nothing of another document that %s', async (_, text) => {
    expect((await add(said, [hitOf('b', text)])).support).toHaveLength(1);
  });

  it('says nothing of the same words under another heading, or further on in the same document', async () => {
    const text = 'Employees get 30 days of vacation per year.';
    expect((await add(said, [hitOf('b', text, 'France › Vacation in Paris')])).support).toHaveLength(1);
    expect((await add(said, [hitOf('a', text)])).support).toHaveLength(1);
  });

  it('goes on after what a language model wrote, and leaves curated answers and JSON alone', async () => {
    const written: WrittenDraft = {
      ...{ kind: 'written', sourceType: 'document', support: [supportOf('a', said)], json: null },
      ...{
        found: { kind: 'written', supported: 0.9, keptShare: 1, logProbability: null },
        judgedBy: 'judge',
      },
      units: [
        { text: said, join: '', restsOn: [0], claims: true, judged: { supported: 0.9, contradicted: 0 } },
      ],
    };
    const other = hitOf('b', 'Employees get 30 days of vacation per year.');
    const documents = [hitOf('a', said), other];
    const retrieved: Retrieved = { packs: [pack], curated: [], documents, further: [], isDegraded: false };
    const draft = (await addDisagreement(content, question, { retrieved, draft: written })) as WrittenDraft;
    expect(draft.units.map(({ text, join, restsOn }) => [join, text, restsOn])).toEqual([
      ['', said, [0]],
      ['\n\n', 'The sources disagree:', []],
      [' ', 'Employees get 30 days of vacation per year.', [1]],
    ]);
    for (const same of [{ ...written, json: '{}' }, { ...quotedOf(said), sourceType: 'qna' } as const])
      expect(await addDisagreement(content, question, { retrieved, draft: same })).toBe(same);
  });
});
