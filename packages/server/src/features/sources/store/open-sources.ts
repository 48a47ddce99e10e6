import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openLasting, openText, sealBytes } from '@avow/storage/sealing';
import {
  type ClearSource,
  clearSourceColumns,
  type SourceSecrets,
  type UnsealedSource,
} from './source-columns.ts';

interface SealedSource extends ClearSource {
  readonly wrapped: Uint8Array;
  readonly sealed: Uint8Array;
}

/** Reads sources and opens what is sealed of them. */
export function prepareSources(statements: Statements, keys: KeyRing) {
  const { read, dialect } = statements;
  const fromSql = `SELECT ${clearSourceColumns.join(', ')}, kept.secret AS wrapped, sealed
    FROM sources JOIN lasting_secrets AS kept USING (${dialect.joinBy('secret_no')}) WHERE tenant_id = ?`;
  const get = read<SealedSource>(`${fromSql} AND source_id = ?`);
  const list = read<SealedSource>(`${fromSql} AND pack_id = ? AND source_id > ? ORDER BY source_id LIMIT ?`);
  function* open(tenantId: string, rows: readonly SealedSource[]): Operation<UnsealedSource[]> {
    if (rows.length === 0) return [];
    const key = yield* keys.get(tenantId);
    return rows.map(({ wrapped, sealed, ...clear }) => ({
      ...clear,
      secrets: readSecrets(openText(openLasting(key, wrapped), 'source', sealed)),
    }));
  }
  return {
    *get(tenantId: string, sourceId: string): Operation<UnsealedSource | null> {
      const [source = null] = yield* open(tenantId, yield* get.all(tenantId, sourceId));
      return source;
    },
    *list(
      tenantId: string,
      page: { readonly packId: string; readonly after: string; readonly limit: number },
    ): Operation<UnsealedSource[]> {
      return yield* open(tenantId, yield* list.all(tenantId, page.packId, page.after, page.limit));
    },
  };
}

export function sealSource(secret: Uint8Array, secrets: SourceSecrets): Buffer {
  return sealBytes(secret, 'source', JSON.stringify(secrets));
}

/** Only what `sealSource` wrote is ever sealed as such. */
function readSecrets(text: string): SourceSecrets {
  return JSON.parse(text);
}
