import type { Cursors } from '../../../http/cursor.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { RecordRetention } from '../retention.ts';

export interface RetentionRoutesParts {
  readonly recordRetention: RecordRetention;
  readonly records: RecordStore;
  readonly cursors: Cursors;
}
