import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import { listLogEvents } from './events.ts';
import {
  deleteAuditExport,
  downloadAuditExport,
  getAuditExport,
  listAuditExports,
  startAuditExport,
} from './exports.ts';
import type { LogRoutes } from './log-route.ts';
import { getAuditProof } from './proof.ts';
import { getLogCheckpoint, getLogConsistency, getLogKey, getLogTile, listLogKeys } from './tree.ts';

/** The handlers of the operations on the log, by their ids. */
export function logHandlers(parts: LogRoutes) {
  return {
    getAuditProof: getAuditProof(parts),
    getLogCheckpoint: getLogCheckpoint(parts),
    getLogKey: getLogKey(parts),
    listLogKeys: listLogKeys(parts),
    getLogTile: getLogTile(parts),
    getLogConsistency: getLogConsistency(parts),
    listLogEvents: listLogEvents(parts),
    startAuditExport: startAuditExport(parts),
    listAuditExports: listAuditExports(parts),
    getAuditExport: getAuditExport(parts),
    downloadAuditExport: downloadAuditExport(parts),
    deleteAuditExport: deleteAuditExport(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
