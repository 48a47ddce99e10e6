import type { ArchivedCheckpoint } from './archive.ts';

/** One line of the anchor file of a tenant. */
export interface AnchoredLine {
  /** Counted from 1. */
  readonly line: number;
  /** Null: the line is not a checkpoint. */
  readonly checkpoint: ArchivedCheckpoint | null;
}

export const anchorFileName = (tenantId: string) => `${tenantId}.jsonl`;

/** The file and the line, as reports name them. */
export const describeLine = (tenantId: string, line: number) =>
  `anchor ${anchorFileName(tenantId)}, line ${line}`;
