/** A file as text that can be stored, cut into passages and quoted. */
export interface ParsedDocument {
  readonly title: string | null;
  readonly text: string;
  /** What the file hides and the text therefore lacks, in words, such as `1 hidden sheet`; null or absent if nothing. */
  readonly leftOut?: string | null;
}

/** A file in an archive, inflated. `path` is separated by `/` and cannot leave the archive. */
export interface ArchiveMember {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface MemberFault {
  readonly path: string;
  readonly reason: string;
}

export type ParsedFile =
  | ({ readonly kind: 'document' } & ParsedDocument)
  | {
      readonly kind: 'archive';
      readonly members: readonly ArchiveMember[];
      readonly faults: readonly MemberFault[];
      /** Paths of files of kinds that cannot be read. */
      readonly unsupported: readonly string[];
    }
  | { readonly kind: 'fault'; readonly reason: string };

export interface TableRow {
  /** In its file or sheet, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface TableSheet {
  /** Empty if a file contains one table without a name. */
  readonly name: string;
  readonly rows: readonly TableRow[];
}

export type ParsedTable =
  | { readonly kind: 'table'; readonly sheets: readonly TableSheet[] }
  | { readonly kind: 'fault'; readonly reason: string };

/** A document's text as stored. */
export interface TextToSplit {
  readonly format: 'markdown' | 'text';
  readonly text: string;
}

/** A passage of a text. `start` and `end` are code points: slicing the text by them gives `text`. */
export interface TextPassage {
  /** The headings above it, outermost first, joined by ` › `. */
  readonly headings: string;
  /**
   * Other context that it needs, from the outside in, joined by ` » `: the words that introduce a list, the head of a table,
   * the fence that opens a block of code. Only what precedes the passage; empty if nothing does.
   */
  readonly lead: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type SplitText =
  | { readonly kind: 'passages'; readonly passages: readonly TextPassage[] }
  | { readonly kind: 'fault'; readonly reason: string };
