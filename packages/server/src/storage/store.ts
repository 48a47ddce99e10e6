import type { GoldenStore } from '@avow/evaluation';
import type { PolicyStore } from '@avow/guardrails/policies';
import type { AttestationStore, LogStore, WitnessedLogStore } from '@avow/ledger';
import type { ContentStore } from '../features/content/content-store.ts';
import type { FeedbackStore } from '../features/feedback/feedback-store.ts';
import type { RequestStore } from '../features/idempotency/request-store.ts';
import type { InsightStore } from '../features/insights/insight-store.ts';
import type { JobStore } from '../features/jobs/job-store.ts';
import type { AccessStore } from '../features/keys/access-store.ts';
import type { ReasonStore } from '../features/log/reason-store.ts';
import type { MailStore } from '../features/mail/mail-store.ts';
import type { ModelStore } from '../features/models/model-store.ts';
import type { OutageStore } from '../features/outages/outage-store.ts';
import type { PeopleStore } from '../features/people/people-store.ts';
import type { ScreeningStore } from '../features/publication/screening-store.ts';
import type { PurposeStore } from '../features/purposes/purpose-store.ts';
import type { RecordStore, RecordUpkeep } from '../features/records/record-store.ts';
import type { RetentionStore } from '../features/retention/retention-store.ts';
import type { ReviewStore } from '../features/review/review-store.ts';
import type { RuleStore } from '../features/rules/rule-store.ts';
import type { SampleStore } from '../features/samples/sample-store.ts';
import type { SecurityStreamStore } from '../features/security-streams/security-stream-store.ts';
import type { SourceStore } from '../features/sources/source-store.ts';
import type { HandoverStore } from '../features/visitors/handover-store.ts';
import type { WebhookStore } from '../features/webhooks/webhook-store.ts';
import type { WidgetStore } from '../features/widgets/widget-store.ts';

/** The stores of each entity. */
export interface EntityStores {
  readonly records: RecordStore;
  readonly log: LogStore;
  readonly attestations: AttestationStore;
  readonly witnessed: WitnessedLogStore;
  readonly reasons: ReasonStore;
  readonly upkeep: RecordUpkeep;
  readonly access: AccessStore;
  readonly content: ContentStore;
  readonly jobs: JobStore;
  readonly models: ModelStore;
  readonly policies: PolicyStore;
  readonly rules: RuleStore;
  readonly feedback: FeedbackStore;
  readonly insights: InsightStore;
  readonly golden: GoldenStore;
  readonly samples: SampleStore;
  readonly purposes: PurposeStore;
  readonly retention: RetentionStore;
  readonly webhooks: WebhookStore;
  readonly mails: MailStore;
  readonly handovers: HandoverStore;
  readonly people: PeopleStore;
  readonly requests: RequestStore;
  readonly reviews: ReviewStore;
  readonly sources: SourceStore;
  readonly screenings: ScreeningStore;
  readonly securityStreams: SecurityStreamStore;
  readonly outages: OutageStore;
  readonly widgets: WidgetStore;
}

/** Everything that an installation records, on either engine. */
export interface Store extends EntityStores {
  /** Resolves once a transaction was written and another has read; rejects if records cannot be written. */
  ping(): Promise<void>;
  /** Permanently: writes from now on are rejected as `audit_unavailable`. Reads continue. */
  stopWriting(): void;
  /** Every earlier write is committed and answered first. */
  close(): Promise<void>;
}
