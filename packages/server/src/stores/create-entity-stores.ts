import type { Clock } from '@avow/foundation';
import { createAccessStore } from './access/create-access-store.ts';
import { createContentStore } from './content/create-content-store.ts';
import { createRetentionStore } from './erasure/create-retention-store.ts';
import { createFeedbackStore } from './feedback/create-feedback-store.ts';
import { createGoldenStore } from './golden/create-golden-store.ts';
import { createInsightStore } from './insights/create-insight-store.ts';
import { createJobStore } from './jobs/create-job-store.ts';
import { createLogStore } from './log/create-log-store.ts';
import { createRecordStore } from './messages/create-record-store.ts';
import { createRecordUpkeep } from './messages/create-record-upkeep.ts';
import { createPeopleStore } from './people/create-people-store.ts';
import { createPolicyStore } from './policies/create-policy-store.ts';
import { createRequestStore } from './requests/create-request-store.ts';
import { createScreeningStore } from './screenings/create-screening-store.ts';
import { createSourceStore } from './sources/create-source-store.ts';
import type { StoreChannels } from './sql/store-channels.ts';
import type { EntityStores } from './store.ts';
import { createWebhookStore } from './webhooks/create-webhook-store.ts';

/** The stores of each entity over the channels of an engine. */
export function createEntityStores(channels: StoreChannels, clock: Clock): EntityStores {
  return {
    records: createRecordStore(channels, clock),
    log: createLogStore(channels),
    upkeep: createRecordUpkeep(channels),
    access: createAccessStore(channels),
    content: createContentStore(channels),
    jobs: createJobStore(channels),
    policies: createPolicyStore(channels),
    feedback: createFeedbackStore(channels),
    insights: createInsightStore(channels),
    golden: createGoldenStore(channels),
    retention: createRetentionStore(channels),
    webhooks: createWebhookStore(channels),
    people: createPeopleStore(channels),
    requests: createRequestStore(channels),
    sources: createSourceStore(channels),
    screenings: createScreeningStore(channels),
  };
}
