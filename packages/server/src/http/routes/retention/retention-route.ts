import type { RecordStore } from '../../../records/record-store.ts';
import type { RecordRetention } from '../../../records/retention/retention.ts';
import type { Cursors } from '../../cursor.ts';

export interface RetentionRoutesParts {
  readonly recordRetention: RecordRetention;
  readonly records: RecordStore;
  readonly cursors: Cursors;
}
