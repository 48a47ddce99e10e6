import type { Clock } from '@avow/foundation';
import type { AuditExports } from '../../../records/log/audit-exports.ts';
import type { AuditLog } from '../../../records/log/audit-log.ts';
import type { Cursors } from '../../cursor.ts';

export interface LogRoutesParts {
  readonly auditLog: AuditLog;
  readonly auditExports: AuditExports;
  readonly cursors: Cursors;
  readonly clock: Clock;
}
