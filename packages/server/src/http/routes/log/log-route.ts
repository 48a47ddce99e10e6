import type { Clock } from '../../../clock/clock.ts';
import type { AuditLog } from '../../../interfaces/audit-log.ts';
import type { Cursors } from '../../cursor.ts';

export interface LogRoutesParts {
  readonly auditLog: AuditLog;
  readonly cursors: Cursors;
  readonly clock: Clock;
}
