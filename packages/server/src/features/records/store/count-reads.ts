import type { MessageStatus } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { Statements } from '@avow/storage';

interface OpenMessagesColumns {
  readonly status: MessageStatus;
  readonly count: number;
  readonly oldest_at_ms: number;
}

/** What metrics count. Each query reads an index of what is open or served, not all that was ever recorded. */
export function createCountReads({ read }: Statements) {
  const served = read<{ readonly packs: number; readonly passages: number }>(
    `SELECT count(*) AS packs, CAST(coalesce(sum(versions.passage_count), 0) AS BIGINT) AS passages
     FROM packs JOIN pack_versions AS versions ON versions.tenant_id = packs.tenant_id
       AND versions.pack_id = packs.pack_id AND versions.version = packs.served_version
     WHERE packs.tenant_id = ? AND packs.served_version IS NOT NULL`,
  );
  const jobs = read<{ readonly count: number }>(
    'SELECT count(*) AS count FROM jobs WHERE ended_at_ms IS NULL',
  );
  const open = read(
    `SELECT status, count(*) AS count, min(created_at_ms) AS oldest_at_ms FROM messages
     WHERE leaf_index IS NULL GROUP BY status ORDER BY status`,
    ({ status, count, oldest_at_ms: oldestAtMs }: OpenMessagesColumns) => ({ status, count, oldestAtMs }),
  );
  return {
    countServed: (tenantId: TenantId) => served.first(tenantId),
    /** Of all tenants. */
    *countOpen() {
      return { jobs: (yield* jobs.first())?.count ?? 0, open: yield* open.all() };
    },
  };
}
