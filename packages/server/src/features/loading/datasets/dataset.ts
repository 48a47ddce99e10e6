/** A piece of knowledge of another product. */
export type DatasetItem =
  /** The text of a document, as the product has split and joined it. */
  | { readonly kind: 'text'; readonly name: string; readonly url: string | null; readonly text: string }
  /** A document as it was uploaded. */
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: 'pair'; readonly question: string; readonly answer: string }
  /** Left out, and why: words that follow the name. */
  | { readonly kind: 'skipped'; readonly name: string; readonly reason: string };

/** A dataset of another product, read over its API. */
export interface Dataset {
  readonly name: string;
  readonly description: string;
  items(): AsyncGenerator<DatasetItem>;
}

export interface DatasetOptions {
  /** Of the API, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** The id of the dataset; null: the only one. */
  readonly dataset: string | null;
}

export type OpenDataset = (options: DatasetOptions) => Promise<Dataset>;
