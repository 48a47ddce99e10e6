import type { OperationId } from '@avow/contract';
import type { Handler } from '../../handler.ts';
import { listLogEvents } from './events.ts';
import type { LogRoutesParts } from './log-route.ts';
import { getAuditProof } from './proof.ts';
import { getLogCheckpoint, getLogConsistency, getLogKey, getLogTile } from './tree.ts';

/** The handlers of the operations on the log, by their ids. */
export function logHandlers(parts: LogRoutesParts) {
  return {
    getAuditProof: getAuditProof(parts),
    getLogCheckpoint: getLogCheckpoint(parts),
    getLogKey: getLogKey(parts),
    getLogTile: getLogTile(parts),
    getLogConsistency: getLogConsistency(parts),
    listLogEvents: listLogEvents(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
