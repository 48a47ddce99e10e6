import type { StoredScreening } from '@avow/guardrails';
import { columnsOf } from '@avow/storage';
import type { Sealed, SealedTable } from '@avow/storage/sealing';

/** What a result says. The revision that it is stored with is not a part of it: a score hangs on the text alone. */
export interface ScreeningColumns {
  readonly tenant_id: string;
  readonly screening: string;
  readonly text_hash: string;
  readonly score: number;
  readonly kind: string | null;
  readonly judges: number;
}

/** Sealed, since such a row decides whether a passage is used: who can only write to the database must not let one pass. */
export const sealedScreenings: SealedTable<ScreeningColumns> = {
  ...{ table: 'screened_passages', key: ['tenant_id', 'screening', 'text_hash'], unlogged: [] },
  columns: columnsOf<ScreeningColumns>()(['tenant_id', 'screening', 'text_hash', 'score', 'kind', 'judges']),
};

export function decodeScreened({
  text_hash: textHash,
  score,
  kind,
  judges,
}: ScreeningColumns): StoredScreening {
  return { textHash, score, kind, judges };
}

export type SealedScreening = Sealed<ScreeningColumns>;
