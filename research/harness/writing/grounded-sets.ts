import type { QuotableSource } from '@avow/answering/write';
import type { DocumentId, PackId } from '@avow/foundation';
import { readRows } from '../data-sets.ts';
import { type Half, halfOf } from '../half-of.ts';

/** A sentence written by a model, its sources, and whether people consider it supported. */
export interface GroundedRow {
  readonly text: string;
  readonly question: string;
  readonly sources: readonly QuotableSource[];
  readonly isSupported: boolean;
  /** The kind of error that was put in; null: none. */
  readonly kind?: string | null;
}

export interface GroundedSet {
  readonly name: string;
  readonly rows: readonly GroundedRow[];
}

/**
 * Sources of `grounding_pool` with a stated licence. Thresholds are chosen on the tuning half of the first; the others are
 * only reported. Rows that share a text are in the same half.
 */
const tunedOn = ['factcg_doc', 'factcg_musique', 'begin_wow'];
const reportedOnly = ['qags_cnndm', 'qags_xsum', 'begin_cmu-dog', 'begin_topicalchat'];
/** Training left out every sixth row of the sets it used. */
const seen = ['wice_claim'];
const isHeldRow = (at: number) => at % 6 === 0;

export function readGroundedSets(dataFolder: string, half: Half): GroundedSet[] {
  interface Row {
    readonly context: string;
    readonly claim: string;
    readonly supported: 0 | 1;
    readonly src: string;
    readonly message?: string;
  }
  const wanted = half === 'tune' ? tunedOn : [...tunedOn, ...reportedOnly, ...seen];
  const rows = readRows<Row>(dataFolder, 'grounding_pool/train').filter(({ src, context }, at) => {
    if (!wanted.includes(src)) return false;
    if (seen.includes(src)) return isHeldRow(at);
    return reportedOnly.includes(src) || halfOf(context) === half;
  });
  return [...Map.groupBy(rows, ({ src }) => src)].map(([name, its]) => ({
    name,
    rows: its.map(({ claim, context, supported, message }) => ({
      text: claim,
      question: message ?? '',
      sources: sourcesOf(context),
      isSupported: supported === 1,
    })),
  }));
}

/** Pairs of sentences: one is the source. Of `mnli_dev` the judge knows others; the rest it has never seen. */
const sentencePairs = [
  { file: 'nli_pool/test', name: 'mnli_dev' },
  { file: 'nli_pool/train', name: 'fever_symmetric' },
  { file: 'paraphrase_pool/train', name: 'paws_ni' },
];

/** What follows from a sentence, and what only looks like it: words swapped, a fact changed. Reported only. */
export function readSentencePairs(dataFolder: string): GroundedSet[] {
  type Row =
    | { readonly src: string; readonly p: string; readonly h: string; readonly y: string }
    | { readonly src: string; readonly a: string; readonly b: string; readonly y: 0 | 1 };
  return sentencePairs.map(({ file, name }) => ({
    name,
    rows: readRows<Row>(dataFolder, file)
      .filter(({ src }) => src === name)
      .map((row) => {
        const [source, text] = 'p' in row ? [row.p, row.h] : [row.a, row.b];
        const isSupported = row.y === 1 || row.y === 'entailment';
        return { text, question: '', sources: [createSource(1, source, '')], isSupported };
      }),
  }));
}

const passageUnits = 1_500;

/** Splits a long text into several sources like the product's passages, between sentences if possible. */
function sourcesOf(text: string, title = ''): QuotableSource[] {
  const sources: QuotableSource[] = [];
  for (let start = 0; start < text.length; ) {
    const limit = Math.min(text.length, start + passageUnits);
    const stop = limit < text.length ? text.lastIndexOf('. ', limit) + 1 : limit;
    const end = stop > start ? stop : limit;
    sources.push(createSource(sources.length + 1, text.slice(start, end).trim(), title));
    start = end;
  }
  return sources;
}

export function createSource(number: number, text: string, title: string): QuotableSource {
  return {
    ...{ number, text, title, start: 0, context: '', source: 'measured', url: null },
    documentId: `doc_${number}` as DocumentId,
    pack: { packId: 'pack_measured' as PackId, version: 1 },
  };
}
