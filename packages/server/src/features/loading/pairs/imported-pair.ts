/** A pair as read from a file, not yet validated. */
export interface ImportedPair {
  /** Its location in the file, such as `row 5`, which every fault begins with. */
  readonly place: string;
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly answer: string;
  /** Whether the answer is treated as HTML if it looks like HTML; otherwise it is Markdown. */
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

/** The result of reading one format. `notes` say what was skipped, each beginning with its location. */
export interface ImportedPairs {
  readonly format: PairsFormat;
  readonly pairs: readonly ImportedPair[];
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

const emptyPair: Omit<ImportedPair, 'place' | 'question' | 'answer'> = {
  alternatives: [],
  mayBeHtml: false,
  source: '',
  url: '',
  tags: [],
  groups: [],
  validFrom: '',
  validUntil: '',
};

export function importedPair(
  pair: Pick<ImportedPair, 'place' | 'question' | 'answer'> & Partial<ImportedPair>,
): ImportedPair {
  return { ...emptyPair, ...pair };
}

/** The source of a pair may be a URL or a name. */
export function sourceAndUrl(source: string): Pick<ImportedPair, 'source' | 'url'> {
  const written = source.trim();
  return { source: written, url: /^https?:\/\//i.test(written) ? written : '' };
}
