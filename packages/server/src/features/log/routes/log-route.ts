import type { Clock } from '@avow/foundation';
import type { Cursors } from '../../../http/cursor.ts';
import type { AuditExports } from '../audit-exports.ts';
import type { AuditLog } from '../audit-log.ts';

export interface LogRoutes {
  readonly auditLog: AuditLog;
  readonly auditExports: AuditExports;
  readonly cursors: Cursors;
  readonly clock: Clock;
}
