import { parseEntry } from '@avow/ledger-log/entries';
import type { OperationsFor, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openBytes, openLasting, openLastingSecrets } from '@avow/storage/sealing';
import type { ReasonStore } from '../reason-store.ts';
import { prepareReasonErasure } from './erase-reason.ts';
import { commitToReason, reasonField } from './keep-reasons.ts';
import type { LogAppends } from './log-appends.ts';

/** The reader's operation on reasons. */
export function createReasonReads(statements: Statements, keys: KeyRing) {
  const find = statements.read<FoundReason>(
    `SELECT entry, secret, words FROM log_reasons JOIN log_entries USING (tenant_id, leaf_index)
     JOIN lasting_secrets AS kept USING (${statements.dialect.joinBy('secret_no')})
     WHERE log_reasons.tenant_id = ? AND log_reasons.leaf_index = ?`,
  );
  return {
    *readReasons(tenantId, indexes) {
      const found: Array<readonly [number, string]> = [];
      for (const index of indexes) {
        const row = yield* find.first(tenantId, index);
        const reason = row === null ? null : openReason(yield* keys.get(tenantId), row);
        if (reason !== null) found.push([index, reason]);
      }
      return found;
    },
  } satisfies OperationsFor<ReasonStore>;
}

interface FoundReason {
  readonly entry: string;
  readonly secret: Uint8Array;
  readonly words: Uint8Array;
}

/** Null: it is not what the entry commits to, so that somebody else has written it. */
function openReason(tenantKey: Uint8Array, { entry, secret: wrapped, words }: FoundReason): string | null {
  const secret = openLasting(tenantKey, wrapped);
  const reason = openBytes(secret, 'content', words)?.toString('utf8') ?? null;
  if (reason === null) return null;
  const [, made] = commitToReason(secret, reason);
  return new Map(parseEntry(entry).commitments).get(reasonField) === made ? reason : null;
}

/** The writer's operation on reasons. */
export function createReasonWrites(
  statements: Statements,
  {
    keys,
    log,
    onTextRemoved,
  }: {
    readonly keys: KeyRing;
    readonly log: LogAppends;
    readonly onTextRemoved: () => void;
  },
) {
  const eraseReason = prepareReasonErasure(statements, openLastingSecrets(statements, keys));
  return {
    *eraseReason(tenantId, leafIndex, { atMs, actor }) {
      if (!(yield* eraseReason(tenantId, leafIndex))) return false;
      onTextRemoved();
      yield* log.appendEvent(tenantId, {
        ...{ kind: 'action', subject: `entry-${leafIndex}`, state: 'reason_erased', atMs, actor },
        details: [],
      });
      return true;
    },
  } satisfies OperationsFor<ReasonStore>;
}
