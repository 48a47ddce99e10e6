import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReaderSequences, type TextSequence } from './create-reader-sequences.ts';
import { createTokeniser } from './create-tokeniser.ts';
import { tinyReaderVocabulary } from './test-support/write-tiny-reader.ts';

const tokeniser = createTokeniser({ vocabulary: tinyReaderVocabulary, lowerCase: true });
const { toRead, toJudge } = createReaderSequences(tokeniser, { tokensMax: 320 });
const anyLength = Number.POSITIVE_INFINITY;

const pieces = (ids: readonly number[] = []) => ids.map((id) => tinyReaderVocabulary[id]).join(' ');
const anyScript = fc.constantFrom(
  ...[
    'the holiday',
    'a😀b',
    '👩‍👩‍👧',
    '🇬🇧',
    'cafe\u0301',
    'é\u0301\u0302',
    '한국',
    '国語',
    'あいう',
    'ß',
    'İ',
  ],
  ...['\u0301', ' ', '\n', '\u200d', '\ud800', '[unused4]', '[SEP]', 'שָׁלוֹם', 'नमस्ते', '\u{20021}', 'ﬁ'],
);
const texts = fc
  .array(fc.oneof(anyScript, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 150 })
  .map((parts) => parts.join(''));

/** The same text read in one go, for what its windows should be made of. */
function expectWindowsOf(text: string, { windows, text: tokens }: TextSequence): void {
  const whole = tokeniser.tokenise(text, anyLength);
  expect(tokens).toEqual(whole);
  const codePoints = [...text].length;
  const seen = new Set<number>();
  for (const { ids, textAt, firstToken } of windows)
    for (const [at, id] of ids.slice(textAt, -1).entries()) {
      const token = firstToken + at;
      seen.add(token);
      expect(id).toBe(whole.ids[token]);
      expect(tokens.starts[token]).toBeLessThan(tokens.ends[token] ?? 0);
      expect(tokens.ends[token]).toBeLessThanOrEqual(codePoints);
    }
  expect(seen.size).toBe(whole.ids.length);
}

describe('createReaderSequences', () => {
  it('puts a question before a passage, and its context apart from its text', () => {
    const { windows } = toRead('The question', { context: 'holiday', text: 'days of' }, 100);
    expect(windows.map(({ ids }) => pieces(ids))).toEqual([
      '[CLS] [unused1] the question [SEP] holiday [unused4] days of [SEP]',
    ]);
    expect(windows).toMatchObject([{ secondSegmentAt: 5, textAt: 7, firstToken: 0 }]);
  });

  it('leaves the mark of a context out where there is none', () => {
    const { windows } = toRead('The question', { context: ' ', text: 'days of' }, 100);
    expect(windows.map(({ ids }) => pieces(ids))).toEqual([
      '[CLS] [unused1] the question [SEP] days of [SEP]',
    ]);
    expect(windows).toMatchObject([{ secondSegmentAt: 5, textAt: 5 }]);
  });

  it('puts a claim before its evidence', () => {
    const judged = toJudge({ claim: 'the record', evidence: 'a passage' }, 100).windows;
    expect(pieces(judged[0]?.ids)).toBe('[CLS] [unused2] the record [SEP] a passage [SEP]');
    expect(judged).toMatchObject([{ secondSegmentAt: 5 }]);
  });

  it('keeps the end of a question, of a context and of a claim', () => {
    const words = (count: number) => `b ${'a '.repeat(count)}`;
    const [read] = toRead(words(64), { context: `b ${'a '.repeat(48)}`, text: '' }, 100).windows;
    expect(pieces(read?.ids)).toBe(
      `[CLS] [unused1] ${'a '.repeat(64)}[SEP] ${'a '.repeat(48)}[unused4] [SEP]`,
    );
    const [judged] = toJudge({ claim: words(128), evidence: 'of' }, 100).windows;
    expect(pieces(judged?.ids)).toBe(`[CLS] [unused2] ${'a '.repeat(128)}[SEP] of [SEP]`);
    const [longest] = toRead('', { context: 'x '.repeat(50_000), text: 'a' }, 100).windows;
    expect(pieces(longest?.ids)).toBe(`[CLS] [unused1] [SEP] ${'x '.repeat(48)}[unused4] a [SEP]`);
  });

  it('has every token of a text of any script in a window, and says where it stands in code points', () => {
    fc.assert(
      fc.property(texts, texts, texts, (text, question, context) => {
        expectWindowsOf(text, toRead(question, { context, text }, anyLength));
        expectWindowsOf(text, toJudge({ claim: question, evidence: text }, anyLength));
      }),
    );
  });

  it('takes no marker or separator from what people write', () => {
    fc.assert(
      fc.property(texts, texts, texts, (question, context, text) => {
        const { windows } = toRead(question, { context, text }, anyLength);
        const special = [...['[unused1]', '[unused4]'].map(tokeniser.idOf), tokeniser.special.separator];
        for (const { ids, textAt } of windows) {
          const counts = special.map((id) => ids.filter((other) => other === id).length);
          expect(counts).toEqual([1, ids[textAt - 1] === special[1] ? 1 : 0, 2]);
        }
      }),
    );
  });

  it('reads a passage or evidence up to a limit', () => {
    const long = 'a '.repeat(2_000);
    expect(toRead('the', { context: '', text: long }, 500).text.ids).toHaveLength(500);
    expect(toJudge({ claim: 'the', evidence: long }, 500).text.ids).toHaveLength(500);
  });

  it.each(['[unused1]', '[unused2]', '[unused4]'])('wants %s in the vocabulary', (missing) => {
    const vocabulary = tinyReaderVocabulary.filter((piece) => piece !== missing);
    const lacking = createTokeniser({ vocabulary, lowerCase: true });
    expect(() => createReaderSequences(lacking, { tokensMax: 320 })).toThrow(`vocab.txt has no ${missing}`);
  });
});
