import type { ArchivedCheckpoint } from '../interfaces/archive.ts';

/** What an anchor knows of one tenant: each line of it. */
export interface AnchoredLine {
  /** Counted from 1. */
  readonly line: number;
  /** Null: it is no checkpoint. */
  readonly checkpoint: ArchivedCheckpoint | null;
}

export const anchorFileOf = (tenantId: string) => `${tenantId}.jsonl`;

/** As it is told: the file and the line. */
export const placeOfLine = (tenantId: string, line: number) =>
  `anchor ${anchorFileOf(tenantId)}, line ${line}`;
