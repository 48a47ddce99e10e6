/** A pair as a file has it: nothing is checked yet. */
export interface WrittenPair {
  /** Where in the file: `row 5`. Begins every fault of it. */
  readonly place: string;
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly answer: string;
  /** HTML, where it looks like it; else it is Markdown. */
  readonly mayBeHtml: boolean;
  readonly source: string;
  readonly url: string;
  readonly tags: readonly string[];
  readonly groups: readonly string[];
  readonly validFrom: string;
  readonly validUntil: string;
}

export interface PairFault {
  readonly file: string;
  readonly reason: string;
}

/** What a reader of one format found. `notes` say what could not be taken, each beginning with its place. */
export interface WrittenPairs {
  readonly format: PairsFormat;
  readonly pairs: readonly WrittenPair[];
  readonly notes: readonly string[];
}

export type PairsFormat =
  | 'json'
  | 'json-lines'
  | 'table'
  | 'azure-table'
  | 'azure-json'
  | 'qna-maker-json'
  | 'kendra-csv'
  | 'kendra-csv-with-header'
  | 'kendra-json'
  | 'unknown';

const emptyPair: Omit<WrittenPair, 'place' | 'question' | 'answer'> = {
  alternatives: [],
  mayBeHtml: false,
  source: '',
  url: '',
  tags: [],
  groups: [],
  validFrom: '',
  validUntil: '',
};

export function writtenPair(
  pair: Pick<WrittenPair, 'place' | 'question' | 'answer'> & Partial<WrittenPair>,
): WrittenPair {
  return { ...emptyPair, ...pair };
}

/** Where a pair comes from may be an address or a name. */
export function sourceAndUrl(source: string): Pick<WrittenPair, 'source' | 'url'> {
  const written = source.trim();
  return { source: written, url: /^https?:\/\//i.test(written) ? written : '' };
}
