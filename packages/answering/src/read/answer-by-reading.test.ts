import { codePointLength } from '@avow/contract/values';
import { splitDocument } from '@avow/documents/testing';
import type { ClaimJudgement, ClaimToJudge, PassageToRead, Reader } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { codePointSlicer } from '@avow/text/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../draft.ts';
import { documentPassages } from '../retrieve/build-passages.ts';
import { answerByReading } from './answer-by-reading.ts';
import { answerMin } from './answer-line.ts';
import type { CitedTexts } from './draft-quote.ts';
import { answerUnitsMax } from './shape-answer.ts';
import { splitQuestion } from './split-question.ts';
import { contradicted, neither, scriptedReader, supported } from './test-support/scripted-reader.ts';

const pack = { packId: 'pack_a', version: 1 } as const;
const limits = { leftMs: () => 60_000 };
const document = {
  documentId: 'doc_a',
  revision: 1,
  source: 'a.md',
  title: 'A',
  url: null,
  groups: [],
  format: 'markdown',
  contentHash: '',
  updatedAtMs: 0,
} as const;

/** What a store holds that has this one text. */
function storeOf(text: string): CitedTexts {
  const slice = codePointSlicer(text);
  return {
    readQuote: async (_, { start, end }) => slice({ start, end }),
    getDocument: async () => ({ ...document, pack, codePoints: codePointLength(text) }),
  };
}

function hitsOf(text: string): PassageHit[] {
  return [...documentPassages(document, splitDocument({ ...document, text }))].map((passage, position) => ({
    ...passage,
    ...{ pack, score: 1 / (position + 1), wordScore: null, vectorScore: null, alsoAt: [] },
  }));
}

const furtherOf = (question: string, text: string) => {
  const parts = splitQuestion(question);
  return parts.length < 2 ? [] : parts.map((asked) => ({ asked, documents: hitsOf(text) }));
};

const questionOf = (text: string) =>
  ({ tenantId: 'ten_a', text, packIds: null, groups: [], nowMs: 0, language: null }) as const;

async function find(question: string, text: string, reader: Reader) {
  const retrieved = {
    packs: [pack],
    curated: [],
    documents: hitsOf(text),
    further: furtherOf(question, text),
    isDegraded: false,
  };
  return await answerByReading({ content: storeOf(text), reader, limits }, questionOf(question), retrieved);
}

async function answer(question: string, text: string, reader: Reader): Promise<Draft | null> {
  const found = await find(question, text, reader);
  return found === 'unread' ? null : found.draft;
}

/** A question with two parts, each answered by one of two passages; the whole question by the first alone. */
const twoTexts =
  '# Holiday\n\nEvery baker has 26 days of holiday.\n\n# Bicycles\n\nBicycles go to the yard.\n';
const twoQuestions = 'How many days of holiday are there, and where do bicycles go?';
const pointAtBoth = (asked: string, { text }: PassageToRead) =>
  text.includes('26 days') ? '26 days' : asked === twoQuestions ? null : 'the yard';

/** Judges the first call, and is lost ever after. */
function judgesOnce(
  judge: (claim: ClaimToJudge) => ClaimJudgement,
  point = pointAtBoth,
): Reader & { readonly calls: string[] } {
  const isJudge = (call: string) => call.startsWith('judge');
  const reader: Reader & { readonly calls: string[] } = scriptedReader({
    ...{ point, judge },
    isJudgeLost: () => reader.calls.filter(isJudge).length > 1,
  });
  return reader;
}

/** Points at any words of any passage, as a model may that has never seen such text. */
function wildReader(shares: readonly number[]): Reader {
  const shareAt = (position: number) => shares[position % shares.length] ?? 0;
  return {
    ...scriptedReader(),
    read: async (_, passages) =>
      passages.map(({ text }, position) => {
        const size = codePointLength(text);
        const [start = 0, end = 0] = [shareAt(position), shareAt(position + 1)]
          .map((share) => Math.floor(share * size))
          .sort((one, other) => one - other);
        const score = 8 * shareAt(position + 2);
        const other = { start: 0, end: Math.min(start, 1), score: score - 4 * shareAt(position + 1) };
        const spans = size === 0 ? [] : [{ start, end, score }, other];
        return { relevance: 8 * shareAt(position + 3), noAnswerScore: -4, spans };
      }),
  };
}

describe('answerByReading', () => {
  const piece = fc.constantFrom(
    ...['Leave is long. ', 'It ends: ', '- item\n', '  - inner\n', '1. step\n', '😀', '| a | b |\n'],
    ...['| - | - |\n', 'a | b\n', '--|--\n', '\n\n', 'must not:\n', '漢字。', '```\n', 'code x\n', '# H\n'],
    ...['{% if %}\n', '![x](y)\n', '> said ', '<b>', '\t', '**Q: Why?**\n', 'A: So.\n', '# No\n'],
  );
  const questions = fc.constantFrom(
    ...['How long is leave?', 'How do I leave?', 'What are the steps, and when does it end?', 'Is it long?'],
    ...['What is leave?', 'leave versus sickness', '', '😀?'],
  );
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  test('any text, any words pointed at: exact quotes, in bounds, and the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 100 }),
        questions,
        fc.array(share, { minLength: 1, maxLength: 8 }),
        async (pieces, question, shares) => {
          const text = pieces.join('');
          const draft = await answer(question, text, wildReader(shares));
          expect(await answer(question, text, wildReader(shares))).toEqual(draft);
          if (draft === null) return;
          const slice = codePointSlicer(text);
          for (const place of draft.support) expect(slice(place)).toBe(place.quote);
          const overlapping = draft.support.filter((one) =>
            draft.support.some((other) => one !== other && one.start < other.end && other.start < one.end),
          );
          expect(overlapping).toEqual([]);
          const size = draft.support.reduce((sum, { quote }) => sum + quote.length, 0);
          expect(size).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(answerUnitsMax);
          expect(draft.found.kind === 'read' && draft.found.probability >= answerMin).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('reports a stale passage, and does not quote it', async () => {
    const text = '# Leave\n\nEvery baker has 26 days.\n';
    const reader = scriptedReader({ point: () => '26 days' });
    const retrieved = { packs: [pack], curated: [], documents: hitsOf(text), further: [], isDegraded: false };
    for (const content of [
      storeOf('# Leave\n\nEvery baker has 27 days.\n'),
      { ...storeOf(text), getDocument: async () => null },
      { ...storeOf(text), readQuote: async () => null },
    ])
      expect(
        await answerByReading({ content, reader, limits }, questionOf('How many?'), retrieved),
      ).toMatchObject({
        draft: null,
        isStale: true,
      });
  });

  test('reads no more passages than it needs, and judges every sentence in a bounded number of claims', async () => {
    const text = Array.from({ length: 40 }, (_, at) => `# Part ${at}\n\n${'It is so. '.repeat(30)}\n`).join(
      '\n',
    );
    const claims: number[] = [];
    const reader: Reader = {
      ...scriptedReader({ point: () => 'It is so.', sureness: 20 }),
      judge: async (given) => {
        claims.push(given.length);
        return given.map(() => supported);
      },
    };
    const passages: number[] = [];
    const counting: Reader = {
      ...reader,
      read: (question, given, limits) => {
        passages.push(given.length);
        return reader.read(question, given, limits);
      },
    };
    expect(await answer('How do I do this?', text, counting)).not.toBeNull();
    expect(passages).toEqual([2]);
    expect(claims).toHaveLength(1);
    expect(claims[0]).toBeLessThanOrEqual(5);
  });

  test('measures whether a question for yes or no gets one of the two', async () => {
    const text = '# Leave\n\nEvery baker has 26 days.\n';
    const matchOf = async (question: string, judge: (claim: ClaimToJudge) => ClaimJudgement) => {
      const draft = await answer(question, text, scriptedReader({ point: () => '26 days', judge }));
      return draft?.found.kind === 'read' ? draft.found.features.type_match : null;
    };
    const saysYes = ({ claim }: ClaimToJudge) => (claim.endsWith('No.') ? contradicted : supported);
    expect(await matchOf('Does every baker have 26 days?', saysYes)).toBe(1);
    expect(await matchOf('Does every baker have 26 days?', () => supported)).toBe(0);
    expect(await matchOf('What has every baker?', () => supported)).toBeUndefined();
  });

  test.each([
    ['is not said twice', 'No, guests are not allowed.', { lead: '', type_match: 1 }],
    ['is said where the page does not', 'Our guests are not allowed.', { lead: 'No.', type_match: 1 }],
    ['is not said against the page', 'Yes, guests are allowed.', { lead: '', type_match: 0 }],
    ['is not what "no" means before a name', 'No one may bring guests.', { lead: 'No.', type_match: 1 }],
  ])('a verdict %s', async (_, quote, { lead, type_match }) => {
    const judge = ({ claim }: ClaimToJudge) => (claim.endsWith('Yes.') ? contradicted : supported);
    const reader = scriptedReader({ point: () => 'guests', judge, sureness: 30 });
    const text = `# Gym\n\nCan I bring guests to the gym?\n\n${quote}\n`;
    const draft = await answer('Can I bring guests?', text, reader);
    expect(draft).toMatchObject({ lead, found: { features: { type_match } } });
    expect(draft?.support.map((one) => one.quote)).toEqual([quote]);
  });

  test('yes is not said to what a list forbids', async () => {
    const judge = ({ claim }: ClaimToJudge) => (claim.endsWith('No.') ? contradicted : supported);
    const text = '# Codes\n\n**Do:**\n\n- Use six digits\n\n**Do not:**\n\n- Share codes with visitors\n';
    const given = (words: string) =>
      answer('Can I share codes with visitors?', text, scriptedReader({ point: () => words, judge }));
    expect(await given('visitors')).toMatchObject({ lead: '' });
    expect(
      await answer('Can I use six digits?', text, scriptedReader({ point: () => 'six', judge })),
    ).toMatchObject({
      lead: 'Yes.',
    });
  });

  test('does not fail if a reader answers half', async () => {
    const text = '# Leave\n\nEvery baker has 26 days.\n';
    const short: Reader = { ...scriptedReader({ point: () => '26 days' }), judge: async () => [] };
    expect(await answer('How many days?', text, short)).toMatchObject({ judgement: null, lead: '' });
    expect(await answer('How many days?', text, { ...short, read: async () => [] })).toBeNull();
  });

  test.each([
    ['answered', supported],
    ['not covered', contradicted],
  ])('says so if one of two parts could not be read in time: %s', async (_, judgement) => {
    const pointing = scriptedReader({ point: pointAtBoth, judge: () => judgement });
    const late: Reader = {
      ...pointing,
      read: async (asked, ...rest) => (asked === twoQuestions ? await pointing.read(asked, ...rest) : null),
    };
    const draft =
      judgement === supported ? { support: [{ quote: 'Every baker has 26 days of holiday.' }] } : null;
    expect(await find(twoQuestions, twoTexts, late)).toMatchObject({ isDegraded: true, draft });
  });

  test('where the judge turns the whole down, what it said of the first quote decides', async () => {
    const second = judgesOnce(({ claim }) => (claim.includes('yard') ? contradicted : supported));
    const given = await answer(twoQuestions, twoTexts, second);
    expect(given?.support.map(({ quote }) => quote)).toEqual(['Every baker has 26 days of holiday.']);
    expect(given).toMatchObject({ judgement: { supported: supported.supported, claimCount: 1 } });
    expect(second.calls).toEqual(['read 2', 'read 2', 'judge 2']);
    const turnsDown = judgesOnce(() => contradicted);
    expect(await answer(twoQuestions, twoTexts, turnsDown)).toBeNull();
  });

  test('names a judge only where it judged what is given, or turned everything down', async () => {
    const point = (_: string, { text }: PassageToRead) => (text.includes('26 days') ? '26 days' : 'the yard');
    const lost = await find(
      'What of holiday and bicycles?',
      twoTexts,
      judgesOnce(() => contradicted, point),
    );
    expect(lost).toMatchObject({
      draft: { judgement: null },
      isDegraded: true,
      models: { answering: 'scripted-reader', judging: null },
    });
    const judging = scriptedReader({ point, judge: () => contradicted });
    expect(await find('What of holiday and bicycles?', twoTexts, judging)).toMatchObject({
      draft: null,
      isDegraded: false,
      models: { answering: 'scripted-reader', judging: 'scripted-reader' },
    });
  });

  test('reads for what was asked besides once, also where the next best is tried', async () => {
    const text = ['26 days', '27 days', '28 days']
      .map((days) => `# Holiday\n\nEvery baker has ${days} of holiday.\n`)
      .join('\n');
    const reader = scriptedReader({
      point: (asked, passage) =>
        asked === twoQuestions ? (/\d+ days/.exec(passage.text)?.[0] ?? null) : null,
      judge: () => contradicted,
    });
    expect(await answer(twoQuestions, text, reader)).toBeNull();
    expect(reader.calls).toEqual(['read 2', 'read 2', 'judge 1', 'judge 1']);
  });

  describe('two passages of which one may answer', () => {
    const ovens = '# Bread\n\nBread bakes for 60 minutes.\n\n# Rolls\n\nRolls bake for 10 minutes.\n';
    const point = (_: string, { text }: PassageToRead) => /60 minutes|10 minutes/.exec(text)?.[0] ?? null;
    const surenesses = Array.from({ length: 40 }, (_, at) => at / 2 - 8);
    const given = (question: string, judge: (claim: ClaimToJudge) => ClaimJudgement = () => neither) =>
      Promise.all(
        surenesses.map((sureness) => answer(question, ovens, scriptedReader({ point, sureness, judge }))),
      );
    const quotesIn = (draft: Draft | null) => draft?.support.map(({ quote }) => quote) ?? [];

    test('quotes both where neither is sure, and one where it is', async () => {
      const drafts = await given('How long does it take?');
      expect(drafts[0]).toBeNull();
      const both = drafts.filter((draft) => quotesIn(draft).length === 2);
      expect(both.length).toBeGreaterThan(0);
      for (const draft of both)
        expect(draft).toMatchObject({
          lead: 'Two passages may answer this:',
          support: [{ page: expect.stringMatching(/Bread”$/) }, { page: expect.stringMatching(/Rolls”$/) }],
          found: { probability: expect.toSatisfy((value: number) => value >= answerMin) },
        });
    });

    test.each([
      ['by bank', 'Wages come on the 15th of each month, by bank.'],
      ['besides something else', 'Wages come on the 15th of each month. But ask Ana.'],
    ])('quotes one where both say the same, which makes it as likely as both: %s', async (_, same) => {
      const wages = '# Wages\n\nWages come on the 15th of each month. However, tips do not.\n';
      const text = `${wages}\n# Questions\n\n${same}\n`;
      const drafts = await Promise.all(
        surenesses.map(async (sureness) => {
          const reader = scriptedReader({ point: () => '15th', sureness, judge: () => neither });
          const [one, two] = [wages, text].map((each) => answer('When do wages come?', each, reader));
          return { one: await one, two: await two };
        }),
      );
      const agreed = drafts.filter(({ one, two }) => one === null && two !== null);
      expect(agreed.length).toBeGreaterThan(0);
      for (const { two } of agreed) {
        expect(two).toMatchObject({ lead: '' });
        expect(quotesIn(two ?? null)).toHaveLength(1);
      }
    });

    test('says yes or no by the first alone', async () => {
      const drafts = await given('Does it take 60 minutes?', ({ claim }) =>
        claim.endsWith('No.') ? contradicted : supported,
      );
      const said = drafts.filter((draft) => draft?.kind === 'quoted' && draft.lead === 'Yes.');
      expect(said.length).toBeGreaterThan(0);
      for (const draft of said) expect(quotesIn(draft)).toHaveLength(1);
    });

    test('keeps what the judge does not turn down', async () => {
      const drafts = await given('How long does it take?', ({ evidence }) =>
        evidence.includes('10 minutes') ? contradicted : neither,
      );
      for (const draft of drafts.filter((each) => each !== null))
        expect(quotesIn(draft)).toEqual(['Bread bakes for 60 minutes.']);
    });
  });

  const ovens = Array.from(
    { length: 40 },
    (_, at) => `# Part ${at}\n\n${'The ovens are hot. '.repeat(20)}\n`,
  ).join('\n');

  test('reads on where one of the first may answer and none is sure to', async () => {
    const reader = scriptedReader({ point: () => 'The ovens are hot.', sureness: 0.5 });
    await answer('Are the ovens hot?', ovens, reader);
    expect(reader.calls.slice(0, 3)).toEqual(['read 2', 'read 2', 'read 4']);
  });

  test('does not read on for long where none of the first may answer', async () => {
    const reader = scriptedReader({ point: () => null });
    expect(await answer('Who is the mayor?', ovens, reader)).toBeNull();
    expect(reader.calls).toEqual(['read 2', 'read 2']);
  });

  test('says so where it could not read on', async () => {
    const reader: ReturnType<typeof scriptedReader> = scriptedReader({
      point: () => 'The ovens are hot.',
      sureness: 0.5,
      isLost: () => reader.calls.length > 1,
    });
    expect(await find('Are the ovens hot?', ovens, reader)).toMatchObject({
      draft: null,
      isDegraded: true,
      models: { answering: 'scripted-reader', judging: null },
    });
  });
});
