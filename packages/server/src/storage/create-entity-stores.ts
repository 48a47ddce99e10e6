import type { Clock } from '@avow/foundation';
import { createContentStore } from '../features/content/store/create-content-store.ts';
import { createGoldenStore } from '../features/evaluation/store/create-golden-store.ts';
import { createFeedbackStore } from '../features/feedback/store/create-feedback-store.ts';
import { createRequestStore } from '../features/idempotency/store/create-request-store.ts';
import { createInsightStore } from '../features/insights/store/create-insight-store.ts';
import { createJobStore } from '../features/jobs/store/create-job-store.ts';
import { createAccessStore } from '../features/keys/store/create-access-store.ts';
import {
  createAttestationStore,
  createWitnessedLogStore,
} from '../features/log/store/create-attestation-store.ts';
import { createLogStore } from '../features/log/store/create-log-store.ts';
import { createReasonStore } from '../features/log/store/create-reason-store.ts';
import { createMailStore } from '../features/mail/store/create-mail-store.ts';
import { createModelStore } from '../features/models/store/create-model-store.ts';
import { createOutageStore } from '../features/outages/store/create-outage-store.ts';
import { createPeopleStore } from '../features/people/store/create-people-store.ts';
import { createPolicyStore } from '../features/policies/store/create-policy-store.ts';
import { createScreeningStore } from '../features/publication/store/create-screening-store.ts';
import { createPurposeStore } from '../features/purposes/store/create-purpose-store.ts';
import { createRecordStore } from '../features/records/store/create-record-store.ts';
import { createRecordUpkeep } from '../features/records/store/create-record-upkeep.ts';
import { createRetentionStore } from '../features/retention/store/create-retention-store.ts';
import { createReviewStore } from '../features/review/store/create-review-store.ts';
import { createRuleStore } from '../features/rules/store/create-rule-store.ts';
import { createSampleStore } from '../features/samples/store/create-sample-store.ts';
import { createSecurityStreamStore } from '../features/security-streams/store/create-security-stream-store.ts';
import { createSourceStore } from '../features/sources/store/create-source-store.ts';
import { createHandoverStore } from '../features/visitors/store/create-handover-store.ts';
import { createWebhookStore } from '../features/webhooks/store/create-webhook-store.ts';
import { createWidgetStore } from '../features/widgets/store/create-widget-store.ts';
import type { EntityStores } from './store.ts';
import type { StoreChannels } from './store-channels.ts';

/** The stores of each entity over the channels of an engine. */
export function createEntityStores(channels: StoreChannels, clock: Clock): EntityStores {
  return {
    records: createRecordStore(channels, clock),
    log: createLogStore(channels),
    attestations: createAttestationStore(channels),
    witnessed: createWitnessedLogStore(channels),
    reasons: createReasonStore(channels),
    upkeep: createRecordUpkeep(channels),
    access: createAccessStore(channels),
    content: createContentStore(channels),
    jobs: createJobStore(channels),
    models: createModelStore(channels),
    policies: createPolicyStore(channels),
    rules: createRuleStore(channels),
    feedback: createFeedbackStore(channels),
    insights: createInsightStore(channels),
    golden: createGoldenStore(channels),
    samples: createSampleStore(channels),
    purposes: createPurposeStore(channels),
    retention: createRetentionStore(channels),
    webhooks: createWebhookStore(channels),
    mails: createMailStore(channels),
    handovers: createHandoverStore(channels),
    people: createPeopleStore(channels),
    requests: createRequestStore(channels),
    reviews: createReviewStore(channels),
    sources: createSourceStore(channels),
    screenings: createScreeningStore(channels),
    securityStreams: createSecurityStreamStore(channels),
    outages: createOutageStore(channels),
    widgets: createWidgetStore(channels),
  };
}
