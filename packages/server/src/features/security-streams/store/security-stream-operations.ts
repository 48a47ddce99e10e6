import type { TenantId } from '@avow/foundation';
import { intoTable, type OperationsFor, type Row, type Statements } from '@avow/storage';
import { decodeFindings } from '../../records/store/finding-columns.ts';
import { messages } from '../../records/store/message-tables.ts';
import type { FoundRecord, SecurityStreamStore } from '../security-stream-store.ts';
import { securityStreams, streamPlaces } from './security-stream-tables.ts';

const foundRows = messages.only(
  ...(['leaf_index', 'message_id', 'status', 'band', 'channel_type', 'policy_version', 'findings'] as const),
);

function decodeFound(row: Row<typeof foundRows>): FoundRecord {
  return {
    leafIndex: row.leaf_index ?? 0,
    findings: decodeFindings(row.findings),
    message: {
      ...{ messageId: row.message_id, status: row.status, band: row.band },
      ...{ channel: row.channel_type, policyVersion: row.policy_version },
    },
  };
}

const behindSql = `SELECT logs.tenant_id, coalesce(stream_places.next_leaf, 0) AS next, logs.size
  FROM logs LEFT JOIN stream_places ON stream_places.tenant_id = logs.tenant_id AND stream_places.stream = ?
  WHERE logs.size > coalesce(stream_places.next_leaf, 0) ORDER BY logs.tenant_id`;

/** The reader's operations on streams of security events. */
export function createSecurityStreamReads({ read }: Statements) {
  const find = read<Row<typeof securityStreams>>(
    `SELECT ${securityStreams.columns.join(', ')} FROM security_streams WHERE stream = ?`,
  );
  const behind = read(
    behindSql,
    (row: { readonly tenant_id: TenantId; readonly next: number; readonly size: number }) => ({
      ...{ tenantId: row.tenant_id, next: row.next, size: row.size },
    }),
  );
  const found = read(
    `SELECT ${foundRows.columns.join(', ')} FROM messages
     WHERE tenant_id = ? AND leaf_index IS NOT NULL AND leaf_index >= ? AND leaf_index < ? AND findings IS NOT NULL
     ORDER BY leaf_index`,
    decodeFound,
  );
  return {
    *readStream(stream) {
      const row = yield* find.first(stream);
      return row === null ? null : securityStreams.decode(row);
    },
    listBehind: (stream) => behind.all(stream),
    listFound: (tenantId, { from, before }) => found.all(tenantId, from, before),
  } satisfies OperationsFor<SecurityStreamStore>;
}

/** The writer's operations on the same. */
export function createSecurityStreamWrites({ change, write }: Statements) {
  const begin = write<Row<typeof securityStreams>>(
    `INSERT ${intoTable('security_streams', securityStreams.columns)} ON CONFLICT DO NOTHING`,
  );
  const place = write<Row<typeof streamPlaces>>(
    `INSERT ${intoTable('stream_places', streamPlaces.columns)} ON CONFLICT DO NOTHING`,
  );
  const move = change(
    'UPDATE stream_places SET next_leaf = ? WHERE tenant_id = ? AND stream = ? AND next_leaf = ?',
  );
  const sent = change(
    'UPDATE security_streams SET sent_at_ms = ?, failing_since_ms = NULL, fault = NULL WHERE stream = ?',
  );
  const failed = change(
    'UPDATE security_streams SET failing_since_ms = coalesce(failing_since_ms, ?), fault = ? WHERE stream = ?',
  );
  return {
    beginStream: (stream, atMs) =>
      begin.put({ stream, started_at_ms: atMs, sent_at_ms: null, failing_since_ms: null, fault: null }),
    placeStream: (tenantId, stream, next) => place.put({ tenant_id: tenantId, stream, next_leaf: next }),
    *moveStream(tenantId, stream, { from, to }) {
      if (from === 0) yield* place.put({ tenant_id: tenantId, stream, next_leaf: 0 });
      return (yield* move.run(to, tenantId, stream, from)) === 1;
    },
    noteSent: (stream, atMs) => sent.put(atMs, stream),
    noteFailed: (stream, { atMs, fault }) => failed.put(atMs, fault, stream),
  } satisfies OperationsFor<SecurityStreamStore>;
}
