/** A file as text that can be stored, cut into passages and quoted. */
export interface ParsedDocument {
  readonly title: string | null;
  readonly text: string;
}

/** A file in an archive, inflated and otherwise untouched. `path` has `/` between its parts and no way out of the archive. */
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
    }
  | { readonly kind: 'fault'; readonly reason: string };

export interface TableRow {
  /** In its file or sheet, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface TableSheet {
  /** Empty where a file holds one table without a name. */
  readonly name: string;
  readonly rows: readonly TableRow[];
}

export type ParsedTable =
  | { readonly kind: 'table'; readonly sheets: readonly TableSheet[] }
  | { readonly kind: 'fault'; readonly reason: string };
