import type { GoldenStore } from '@avow/evaluation';
import type { Clock } from '@avow/foundation';
import type { PolicyStore } from '@avow/guardrails';
import type { LogStore } from '@avow/ledger';
import type { AccessStore } from '../../access/access-store.ts';
import type { ContentStore } from '../../content/content-store.ts';
import type { JobStore } from '../../content/jobs/job-store.ts';
import type { FeedbackStore } from '../../feedback/feedback-store.ts';
import type { InsightStore } from '../../insights/insight-store.ts';
import type { RecordStore, RecordUpkeep } from '../../records/record-store.ts';
import type { RetentionStore } from '../../records/retention/retention-store.ts';
import type { WebhookStore } from '../../webhooks/webhook-store.ts';

/** A store with nothing in it, as the contract suites ask for one. */
export interface OpenedStore {
  readonly records: RecordStore;
  readonly log: LogStore;
  readonly upkeep: RecordUpkeep;
  readonly access: AccessStore;
  readonly content: ContentStore;
  readonly jobs: JobStore;
  readonly policies: PolicyStore;
  readonly feedback: FeedbackStore;
  readonly insights: InsightStore;
  readonly golden: GoldenStore;
  readonly retention: RetentionStore;
  readonly webhooks: WebhookStore;
  close(): Promise<void>;
}

/** By the system's clock where none is given. */
export type OpenStore = (clock?: Clock) => Promise<OpenedStore>;
