import { readRows } from '../data-sets.ts';

export interface RankedDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  /** The relevance of each document; missing documents have none. */
  readonly worth: ReadonlyMap<string, number>;
}

/** Documents, and queries with relevance judgements. */
export interface RankedSet {
  readonly name: string;
  readonly documents: readonly RankedDocument[];
  readonly queries: readonly JudgedQuery[];
}

/** The judgements used for each set. */
const sources = {
  scifact: { folder: 'beir_scifact', judgements: 'qrels.train' },
  cranfield: { folder: 'cranfield', judgements: 'qrels' },
  cisi: { folder: 'cisi', judgements: 'qrels' },
  cacm: { folder: 'cacm', judgements: 'qrels' },
} as const;

export type RankedSetName = keyof typeof sources;

/** Reads a set without queries that have no judgements. */
export function readRankedSet(dataFolder: string, name: RankedSetName): RankedSet {
  const { folder, judgements } = sources[name];
  const worths = new Map<string, Map<string, number>>();
  for (const row of readRows<{ q: string; d: string; rel: number }>(dataFolder, `${folder}/${judgements}`)) {
    const worth = worths.get(row.q) ?? new Map<string, number>();
    if (row.rel > 0) worth.set(row.d, row.rel);
    worths.set(row.q, worth);
  }
  const documents = readRows<{ _id: string; title: string; text: string }>(dataFolder, `${folder}/corpus`);
  const queries = readRows<{ _id: string; text: string }>(dataFolder, `${folder}/queries`);
  return {
    name,
    documents: documents.map(({ _id, title, text }) => ({ id: _id, title, text })),
    queries: queries
      .map(({ _id, text }) => ({ id: _id, text, worth: worths.get(_id) ?? new Map<string, number>() }))
      .filter(({ worth }) => worth.size > 0),
  };
}

/** The text of a document to encode, with headings as in the product. */
export function encodedText({ title, text }: Pick<RankedDocument, 'title' | 'text'>): string {
  return title === '' ? text : `${title}\n${text}`.trim();
}
