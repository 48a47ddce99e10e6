import type { ConfidenceModel } from '@avow/answering/score';
import type { Guards } from '@avow/guardrails';
import type { InsightStore } from '../../insights/insight-store.ts';
import type { AccessStore } from '../../keys/access-store.ts';
import type { RecordStore } from '../../records/record-store.ts';
import type { FeedbackStore } from '../feedback-store.ts';

export interface GuaranteeDependencies {
  readonly store: FeedbackStore;
  readonly records: Pick<RecordStore, 'getMessage' | 'isHidden'>;
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly access: Pick<AccessStore, 'listTenants'>;
  readonly guards: Pick<Guards, 'inForce'>;
  /** The shipped model. */
  readonly model: ConfidenceModel;
  readonly nowMs: () => number;
}
