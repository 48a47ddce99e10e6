import type { QuotableSource } from '@avow/answering/write';
import { splitSentences } from '@avow/text/sentences';
import { readRows } from '../data-sets.ts';
import { type Half, halfOf } from '../half-of.ts';
import { createRandom } from '../random.ts';
import { takeSample } from '../take-sample.ts';
import { type CorruptionKind, corrupt, corruptionKinds } from './corruptions.ts';
import { createSource, type GroundedRow } from './grounded-sets.ts';

export interface CorruptedRow extends GroundedRow {
  /** Null: unchanged from the source, and true. */
  readonly kind: CorruptionKind | 'other words' | null;
}

/** Corpora that the judge was never trained on. */
const corpora = ['gsa_tts_handbook', 'sourcegraph_handbook', 'owasp_cheatsheets', 'govuk_dev_docs'];
const sourcesEach = 4;
const passageUnits = 1_200;

interface Passage {
  readonly title: string;
  readonly text: string;
  readonly sentences: readonly string[];
}

/** Sentences of real pages with passages of their corpus as sources: unchanged, and with one error each. */
export function createCorruptedRows(
  dataFolder: string,
  { half, each, seed }: { readonly half: Half; readonly each: number; readonly seed: number },
): CorruptedRow[] {
  const random = createRandom(seed);
  return corpora.flatMap((corpus) => {
    const passages = takeSample(passagesOf(dataFolder, corpus, half), { count: each * sourcesEach, seed });
    return passages.flatMap((passage, at): CorruptedRow[] => {
      const others = passages.slice(at + 1, at + sourcesEach);
      const far = passages[(at + 37) % passages.length];
      const sentence = chooseSentence(passage.sentences, random);
      if (sentence === undefined || far === undefined || others.length < sourcesEach - 1) return [];
      const sources = [passage, ...others].map(({ text, title }, index) =>
        createSource(index + 1, text, title),
      );
      const foreign = {
        sentence: far.sentences[0] ?? '',
        neighbour: others[0]?.sentences[0] ?? '',
        sibling: passage.sentences.find((one) => one !== sentence) ?? '',
        name: nameIn(far.text),
        random,
      };
      return rowsOf(sentence, sources, foreign);
    });
  });
}

/** Prefers a sentence with a number, which most kinds of error need. */
function chooseSentence(sentences: readonly string[], random: () => number): string | undefined {
  const figures = sentences.filter((sentence) => /\d/.test(sentence));
  const some = figures.length > 0 ? figures : sentences;
  return some[Math.floor(random() * some.length)];
}

/** Claims of models that people consider supported: unchanged, and with one error each. */
export function corruptClaims(rows: readonly GroundedRow[], seed: number): CorruptedRow[] {
  const random = createRandom(seed);
  const borne = rows.filter(({ isSupported }) => isSupported);
  return borne.flatMap(({ text, sources }, at) => {
    const far = borne[(at + 37) % borne.length];
    const [neighbour = '', sibling = ''] = (sources[0]?.text ?? '').split(/(?<=[.!?]) /).filter(isPlain);
    const foreign = { sentence: far?.text ?? '', neighbour, sibling, name: nameIn(far?.text ?? ''), random };
    return rowsOf(text, sources, foreign);
  });
}

function rowsOf(
  sentence: string,
  sources: readonly QuotableSource[],
  foreign: Parameters<typeof corrupt>[2],
): CorruptedRow[] {
  const row = { question: '', sources };
  const wrong = corruptionKinds.flatMap((kind): CorruptedRow[] => {
    const text = corrupt(kind, sentence, foreign);
    // A mixture may happen to be what a source says.
    const isSaid = text === null || sources.some((source) => unwrap(source.text).includes(text));
    return isSaid || text === sentence ? [] : [{ ...row, text, isSupported: false, kind }];
  });
  const reworded = reword(sentence);
  return [
    { ...row, text: sentence, isSupported: true, kind: null },
    ...(reworded === sentence
      ? []
      : [{ ...row, text: reworded, isSupported: true, kind: 'other words' as const }]),
    ...wrong,
  ];
}

const rewordings: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bmust\b/g, 'has to'],
  [/\bcannot\b/g, 'is not able to'],
  [/\bcan\b(?!['’])/g, 'is able to'],
  [/\bat least (\d+)/g, 'a minimum of $1'],
  [/\bup to (\d+)/g, 'no more than $1'],
  [/\bfor example\b/gi, 'for instance'],
  [/\bif you\b/gi, 'in case you'],
  [/\busing\b/g, 'with'],
  [/\bprior to\b/g, 'before'],
  [/\butilize\b/g, 'use'],
  [/\bensure\b/g, 'make sure'],
  [/\brequired\b/g, 'needed'],
  [/\bin order to\b/g, 'to'],
  [/\bteam members?\b/g, 'people on the team'],
  [/\bhowever, ?/gi, ''],
  [/\balso \b/g, ''],
  [/\btwo\b/g, '2'],
  [/\bthree\b/g, '3'],
  [/\b7 days\b/g, 'seven days'],
  [/\b30 days\b/g, 'thirty days'],
];

/** Rephrases slightly without changing the meaning. */
function reword(sentence: string): string {
  return rewordings.reduce((text, [pattern, other]) => text.replace(pattern, other), sentence);
}

function passagesOf(dataFolder: string, corpus: string, half: Half): Passage[] {
  interface Page {
    readonly id: string;
    readonly title: string;
    readonly text: string;
  }
  return readRows<Page>(dataFolder, `corpus_${corpus}/docs`)
    .filter(({ id }) => halfOf(id) === half)
    .flatMap(({ title, text }) => {
      const passages: Passage[] = [];
      for (let start = 0; start < text.length; start += passageUnits) {
        const cut = text.slice(start, start + passageUnits).toWellFormed();
        // The first and the last sentence may be truncated.
        const sentences = splitSentences(cut)
          .slice(1, -1)
          .filter(({ kind }) => kind === 'sentence');
        const whole = sentences.map((span) => cut.slice(span.start, span.end)).filter(isPlain);
        if (whole.length > 0) passages.push({ title, text: cut, sentences: whole.map(unwrap) });
      }
      return passages;
    });
}

const isPlain = (sentence: string) =>
  /^\p{Lu}.{40,220}[.!]$/su.test(sentence) &&
  sentence.split(/\s+/).length >= 8 &&
  !/[[\]|<>{}]|https?:/.test(sentence);
const unwrap = (sentence: string) => sentence.replace(/\s+/g, ' ');

function nameIn(text: string): string {
  return /(?<=[a-z,] )\p{Lu}[\p{Ll}]{3,}(?: \p{Lu}[\p{Ll}]{3,})*/u.exec(text)?.[0] ?? '';
}
