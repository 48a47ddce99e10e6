import type { Clock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { AdmissionDependencies } from '../../../http/admit-request.ts';
import type { Queries } from '../../../path/waiting/create-queries.ts';
import type { AuditLog } from '../../log/log.ts';
import type { PurposeStore } from '../../purposes/purposes.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { Knowledge } from '../knowledge.ts';

/** What the tools and resources of the MCP server use. */
export interface McpDependencies {
  readonly queries: Pick<Queries, 'ask'>;
  readonly knowledge: Knowledge;
  readonly records: Pick<RecordStore, 'getRecord' | 'isHidden'>;
  readonly auditLog: Pick<AuditLog, 'note' | 'listRules' | 'receiptOf'>;
  readonly purposes: Pick<PurposeStore, 'getPurposes'>;
  readonly limiters: AdmissionDependencies['limiters'];
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly version: string;
  readonly baseUrl: () => string;
}
