import { commit, fieldSalt, type NamedText } from '@avow/ledger-log/entries';
import type { Operation, Row, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { hmacSha256, openLastingSecrets, sealBytes } from '@avow/storage/sealing';
import { logReasons } from './log-tables.ts';

type ReasonColumns = Row<typeof logReasons>;

export const reasonField = 'reason';

/** What the log says of a reason, under its own secret. */
export function commitToReason(secret: Uint8Array, reason: string): NamedText {
  const salt = Buffer.from(fieldSalt(secret, reasonField, hmacSha256), 'hex');
  return [reasonField, commit(salt, reason, hmacSha256)];
}

interface KeptReason {
  readonly commitment: NamedText;
  /** Where its entry is, as positions are counted within the transaction. */
  write(position: number): Operation<void>;
}

/** Keeps reasons in the transaction that appends their entries. */
export type KeepReason = (tenantId: string, reason: string) => Operation<KeptReason>;

export function prepareReasons(statements: Statements, keys: KeyRing): KeepReason {
  const lasting = openLastingSecrets(statements, keys);
  const { leafIndex } = statements.dialect;
  const insert = statements.write<ReasonColumns>(
    `INSERT ${intoTable('log_reasons', logReasons.columns, { leaf_index: leafIndex })}`,
  );
  return function* keep(tenantId, reason) {
    const { secret, secretNo } = yield* lasting.make(tenantId);
    const words = sealBytes(secret, 'content', reason);
    return {
      commitment: commitToReason(secret, reason),
      write: (position) =>
        insert.put({ tenant_id: tenantId, leaf_index: position, secret_no: secretNo, words }),
    };
  };
}
