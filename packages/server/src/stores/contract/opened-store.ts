import type { Clock } from '../../clock/clock.ts';
import type { AccessStore } from '../../interfaces/access-store.ts';
import type { ForgettingStore } from '../../interfaces/forgetting-store.ts';
import type { GoldenStore } from '../../interfaces/golden-store.ts';
import type { InsightStore } from '../../interfaces/insight-store.ts';
import type { JobStore } from '../../interfaces/job-store.ts';
import type { KnowledgeStore } from '../../interfaces/knowledge-store.ts';
import type { LearningStore } from '../../interfaces/learning-store.ts';
import type { LogStore } from '../../interfaces/log-store.ts';
import type { PolicyStore } from '../../interfaces/policy-store.ts';
import type { RecordStore, RecordUpkeep } from '../../interfaces/record-store.ts';

/** A store with nothing in it, as the contract suites ask for one. */
export interface OpenedStore {
  readonly records: RecordStore;
  readonly log: LogStore;
  readonly upkeep: RecordUpkeep;
  readonly access: AccessStore;
  readonly knowledge: KnowledgeStore;
  readonly jobs: JobStore;
  readonly policies: PolicyStore;
  readonly learning: LearningStore;
  readonly insights: InsightStore;
  readonly golden: GoldenStore;
  readonly forgetting: ForgettingStore;
  close(): Promise<void>;
}

/** By the system's clock where none is given. */
export type OpenStore = (clock?: Clock) => Promise<OpenedStore>;
