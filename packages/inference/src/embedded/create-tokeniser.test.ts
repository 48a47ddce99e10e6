import { existsSync, readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokeniser, type Tokens } from './create-tokeniser.ts';
import { tinyVocabulary } from './test-support/tiny-vocabulary.ts';

const bertVocabulary = new URL('../../../weights/encoder/vocab.txt', import.meta.url);
const vocabularies: Readonly<Record<string, readonly string[]>> = {
  tiny: tinyVocabulary,
  ...(existsSync(bertVocabulary) && {
    shipped: readFileSync(bertVocabulary, 'utf8').trimEnd().split('\n'),
  }),
};
const anyLength = Number.POSITIVE_INFINITY;

/** An independent reading of the same rules. It gives no offsets. */
function createReference(vocabulary: readonly string[], lowerCase: boolean) {
  const reference = new Tokenizer(
    {
      added_tokens: [],
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: lowerCase,
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: null,
      decoder: null,
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
      },
    },
    {},
  );
  return (text: string) => [
    ...reference.encode(asTrained(text, lowerCase), { add_special_tokens: false }).ids,
  ];
}

/**
 * Where the reference leaves what models were trained with, its input says it in another way: it sees no ideographs
 * outside the basic plane, and turns the Greek sigma at the end of a word into another letter.
 */
function asTrained(text: string, lowerCase: boolean): string {
  const rare = /[\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
  const spaced = text.replace(rare, ' $& ');
  return lowerCase ? spaced.replaceAll('Σ', 'σ') : spaced;
}

/** Decomposing a text as a whole may also change the order of spacing marks. No language writes them so. */
function marksStayInOrder(text: string): boolean {
  const decompose = (part: string) =>
    part
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '');
  return [...text.replaceAll('Σ', 'σ')].map(decompose).join('') === decompose(text.replaceAll('Σ', 'σ'));
}

const awkward = fc.constantFrom(
  ...['\u0000', '\u0007', '\t', '\n', '\r', '\v', '\u0085', '\u00a0', '\u00ad', '\u200b', '\u200d', '\u2028'],
  ...['\u3000', '\ufeff', '\ufffd', '\ud800', '\udc00', '\u0301', '\u0338', '\u05b0', '\ufe0f', '\u{e0067}'],
  ...[
    'é',
    'e\u0301',
    'İ',
    'ß',
    'Σ',
    'ς',
    'ŉ',
    'ﬁ',
    'Å',
    'ü',
    '한',
    '国',
    '語',
    'あ',
    '\u{20021}',
    '豈',
    '\u{2f804}',
  ],
  ...[
    '😀',
    '👩‍👩‍👧',
    '🇬🇧',
    '=\u0338',
    '\u037e',
    '≠',
    '$',
    '`',
    '#',
    '##',
    '[SEP]',
    '[CLS]',
    "'",
    '—',
    '…',
    '。',
  ],
  ...['the', 'Passages', 'unbelievable', 'x'.repeat(99), 'x'.repeat(100), 'x'.repeat(101), 'é'.repeat(101)],
);
const words = fc.constantFrom(...tinyVocabulary.slice(5).map((piece) => piece.replace('##', '')));
const texts = fc
  .array(fc.oneof(awkward, words, fc.string({ unit: 'binary', maxLength: 4 }), fc.constant(' ')), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))
  .filter(marksStayInOrder);

describe.each(Object.entries(vocabularies))('createTokeniser, with the %s vocabulary', (_, vocabulary) => {
  const { tokenise, special } = createTokeniser({ vocabulary, lowerCase: true });
  const reference = createReference(vocabulary, true);
  const piecesOf = ({ ids }: Tokens) => ids.map((id) => vocabulary[id]);

  it('gives what an independent tokeniser gives', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokenise(text, anyLength).ids).toEqual(reference(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives what it gives where case counts', () => {
    const cased = createTokeniser({ vocabulary, lowerCase: false });
    const casedReference = createReference(vocabulary, false);
    fc.assert(
      fc.property(texts, (text) => {
        expect(cased.tokenise(text, anyLength).ids).toEqual(casedReference(text));
      }),
    );
  });

  it('reads every character of the basic plane as it does, within a word', () => {
    for (let block = 0; block < 0x10000; block += 0x100) {
      const text = Array.from({ length: 0x100 }, (_, offset) =>
        marksStayInOrder(String.fromCharCode(block + offset))
          ? `a${String.fromCharCode(block + offset)}b `
          : '',
      ).join('');
      expect(tokenise(text, anyLength).ids, block.toString(16)).toEqual(reference(text));
    }
  });

  it('says where each token stands: in order, within the text, and made of what stands there', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const codePoints = [...text];
        const { ids, starts, ends } = tokenise(text, anyLength);
        expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
        ids.forEach((id, index) => {
          const [start = -1, end = -1] = [starts[index], ends[index]];
          expect(start).toBeGreaterThanOrEqual(starts[index - 1] ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(codePoints.length);
          if (id === special.unknown) return;
          const piece = (vocabulary[id] ?? '').replace(/^##(?=.)/, '');
          // What stands there, read by itself, is the piece: or has it within, where one character made two pieces.
          expect(foldAll(codePoints.slice(start, end))).toContain(piece);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('stops at the number of tokens that is asked for', () => {
    fc.assert(
      fc.property(texts, fc.nat(20), (text, tokensMax) => {
        const whole = tokenise(text, anyLength);
        const { ids, starts } = tokenise(text, tokensMax);
        expect(ids).toEqual(whole.ids.slice(0, tokensMax));
        expect(starts).toEqual(whole.starts.slice(0, tokensMax));
      }),
    );
  });

  it('reads no special token out of a text', () => {
    const { ids } = tokenise('[CLS] a [SEP] [PAD] [MASK]', anyLength);
    for (const id of [special.start, special.separator, special.padding]) expect(ids).not.toContain(id);
  });

  it('reaches over the accents of a letter, composed or not', () => {
    const decomposed = tokenise('a cafe\u0301!', anyLength);
    const composed = tokenise('a café!', anyLength);
    expect(decomposed.ids).toEqual(composed.ids);
    expect(decomposed.ends.slice(-2)).toEqual([7, 8]);
    expect(composed.ends.slice(-2)).toEqual([6, 7]);
  });

  it('counts code points, not units', () => {
    const { starts, ends } = tokenise('😀 a', anyLength);
    expect([starts.at(-1), ends.at(-1)]).toEqual([2, 3]);
  });

  it('knows ordinary prose', () => {
    const guide = readFileSync(new URL('../../../../ARCHITECTURE.md', import.meta.url), 'utf8');
    expect(tokenise(guide, anyLength).ids).toEqual(reference(guide));
    expect(piecesOf(tokenise('The passages', anyLength)).join(' ')).toBe('the passages');
  });

  function foldAll(codePoints: readonly string[]): string {
    return codePoints
      .map((character) => character.replaceAll('Σ', 'σ').toLowerCase().normalize('NFD'))
      .join('')
      .replace(/[\p{Mn}\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu, '');
  }
});

describe('createTokeniser', () => {
  it('refuses a vocabulary without the special tokens, and names the one', () => {
    const vocabulary = tinyVocabulary.filter((piece) => piece !== '[SEP]');
    expect(() => createTokeniser({ vocabulary, lowerCase: true })).toThrow('vocab.txt has no [SEP]');
  });
});
