import type { StoredScreening } from '@avow/guardrails';
import type { Row } from '@avow/storage';
import type { Sealed, SealedTable } from '@avow/storage/sealing';
import { screenedPassages } from './screening-tables.ts';

const screeningRows = screenedPassages.without('row_id', 'seal');
/** What a result says. The revision that it is stored with is not a part of it: a score hangs on the text alone. */
export type ScreeningColumns = Row<typeof screeningRows>;

/** Sealed, since such a row decides whether a passage is used: who can only write to the database must not let one pass. */
export const sealedScreenings: SealedTable<ScreeningColumns> = {
  ...{ table: 'screened_passages', key: ['tenant_id', 'screening', 'text_hash'], unlogged: [] },
  columns: screeningRows.columns,
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
