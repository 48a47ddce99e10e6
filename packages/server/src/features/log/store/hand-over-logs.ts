import { type TenantId, UserError } from '@avow/foundation';
import { checkpointEvent, type LogEvent, sha256Bytes, toHex } from '@avow/ledger';
import { frontierRoot } from '@avow/ledger-log/tree';
import type { Operation, Statements } from '@avow/storage';
import { LogAppends } from './log-appends.ts';
import { type CheckpointColumns, checkpointColumns } from './log-columns.ts';
import { decodeFrontier, type HeadColumns, type LogGrowth, readHeadSql } from './log-growth.ts';
import { createLogWrites } from './log-writes.ts';

/** How the logs of an installation are handed over from one key to another. */
export interface LogHandOver {
  readonly atMs: number;
  /** The public key that signs from now on, as nodes compare it. */
  readonly publicKey: Uint8Array;
  /** Whether the key that hands over has signed this checkpoint, and signs what follows it. */
  isCurrent(tenantId: TenantId, note: string): Promise<boolean>;
  eventOf(tenantId: TenantId, atMs: number): Promise<LogEvent>;
  sign(tenantId: TenantId, tree: { readonly size: number; readonly root: Uint8Array }): Promise<string>;
}

export interface HandedOverLog {
  readonly tenantId: TenantId;
  /** The note of its last checkpoint; null: it has none. */
  readonly note: string | null;
}

/** All tenants that have a log, or the checkpoint of an empty one. */
export const listLogTenantsSql =
  'SELECT tenant_id FROM logs UNION SELECT tenant_id FROM checkpoints ORDER BY tenant_id';

/** The logs, one after the other, within the transaction of the caller. */
export function createHandOver(
  statements: Statements,
  parts: {
    readonly growLogs: (statements: Statements) => LogGrowth;
    readonly run: <Value>(operation: Operation<Value>) => Value;
  },
) {
  const { run } = parts;
  const findLast = statements.read<CheckpointColumns>(
    `SELECT ${checkpointColumns.join(', ')} FROM checkpoints WHERE tenant_id = ? ORDER BY size DESC LIMIT 1`,
  );
  const findHead = statements.read<HeadColumns>(readHeadSql);
  const readTree = (tenantId: TenantId) => {
    const head = run(findHead.first(tenantId));
    const frontier = head === null ? { size: 0, hashes: [] } : decodeFrontier(head);
    return { size: frontier.size, root: frontierRoot(frontier, sha256Bytes) };
  };
  return {
    lastNote: (tenantId: TenantId): string | null => run(findLast.first(tenantId))?.note ?? null,
    async handOver(tenantId: TenantId, change: LogHandOver): Promise<void> {
      const last = run(findLast.first(tenantId));
      const tree = readTree(tenantId);
      // Only what was just verified and signed is handed over: the checkpoint that does so covers one entry more.
      const isSigned = last !== null && last.size === tree.size && last.root === toHex(tree.root);
      if (!isSigned || !(await change.isCurrent(tenantId, last.note)))
        throw new UserError(`The log of ${tenantId} has changed meanwhile: run the same command again.`);
      const log = new LogAppends(statements, parts.growLogs(statements));
      run(log.appendEvent(tenantId, await change.eventOf(tenantId, change.atMs)));
      run(log.write());
      const grown = readTree(tenantId);
      const note = await change.sign(tenantId, grown);
      const checkpoint = { ...grown, root: toHex(grown.root), note, createdAtMs: change.atMs };
      const put = run(
        createLogWrites(statements, log).putCheckpoint(tenantId, checkpoint, {
          ...{ after: last.size, event: checkpointEvent(checkpoint) },
        }),
      );
      if (put !== 'kept') throw new Error('the checkpoint that hands a log over was not stored');
    },
  };
}
