import type { Clock } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { describeAttestationStore, describeLogStore } from '@avow/ledger/testing';
import { migratePostgres } from '@avow/storage/postgres';
import { startPostgres, type TestServer } from '@avow/storage/testing';
import { afterAll, beforeAll, vi } from 'vitest';
import { describeContentStore } from '../../features/content/store/content-store.suite.ts';
import { describeGoldenStore } from '../../features/evaluation/store/golden-store.suite.ts';
import { describeFeedbackStore } from '../../features/feedback/store/feedback-store.suite.ts';
import { describeRequestStore } from '../../features/idempotency/store/request-store.suite.ts';
import { describeInsightStore } from '../../features/insights/store/insight-store.suite.ts';
import { describeJobStore } from '../../features/jobs/store/job-store.suite.ts';
import { describeAccessStore } from '../../features/keys/store/access-store.suite.ts';
import { describeMailStore } from '../../features/mail/store/mail-store.suite.ts';
import { describeModelStore } from '../../features/models/store/model-store.suite.ts';
import { describeOutageStore } from '../../features/outages/store/outage-store.suite.ts';
import { describePeopleStore } from '../../features/people/store/people-store.suite.ts';
import { describePolicyStore } from '../../features/policies/store/policy-store.suite.ts';
import { describePurposeStore } from '../../features/purposes/store/purpose-store.suite.ts';
import { describeJournals } from '../../features/records/store/journal.suite.ts';
import { describeRecordStore } from '../../features/records/store/record-store.suite.ts';
import { describeSpending } from '../../features/records/store/spending.suite.ts';
import { describeRetentionStore } from '../../features/retention/store/retention-store.suite.ts';
import { describeReviewStore } from '../../features/review/store/review-store.suite.ts';
import { describeSampleStore } from '../../features/samples/store/sample-store.suite.ts';
import { describeSecurityStreamStore } from '../../features/security-streams/store/security-stream-store.suite.ts';
import { describeSourceStore } from '../../features/sources/store/source-store.suite.ts';
import { describeHandoverStore } from '../../features/visitors/store/handover-store.suite.ts';
import { describeWebhookStore } from '../../features/webhooks/store/webhook-store.suite.ts';
import { describeWidgetStore } from '../../features/widgets/store/widget-store.suite.ts';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { newTenant } from '../contract/samples.ts';
import { postgresMigrations } from '../schema/postgres-schema.ts';
import { openPostgresStore } from './open-postgres-store.ts';

// Thousands of transactions over a connection, on a machine that may do other things besides. What only takes long is
// generated less often than on SQLite: the operations are the same.
const walks = 4;

let server: TestServer;
/** An empty database with all tables, whose making takes longer than most tests, and which each of them gets a copy of. */
let migrated: string;
beforeAll(async () => {
  server = await startPostgres();
  migrated = await server.newDatabase();
  await migratePostgres(migrated, postgresMigrations);
});
afterAll(async () => {
  vi.resetConfig();
  await server.stop();
});

const openEmpty = async (clock: Clock = systemClock) =>
  openPostgresStore({ url: await server.copyDatabase(migrated), masterKey: sampleMasterKey, clock });

describeRecordStore('PostgreSQL', openEmpty);
describeLogStore('PostgreSQL', async () => {
  const store = await openEmpty();
  return { log: store.log, newTenant: () => newTenant(store.access), close: store.close };
});
describeAttestationStore('PostgreSQL', async () => {
  const store = await openEmpty();
  const { attestations, witnessed, close } = store;
  return { attestations, witnessed, close, newTenant: () => newTenant(store.access) };
});
describeJournals('PostgreSQL', openEmpty, walks);
describeSpending('PostgreSQL', openEmpty);
describeAccessStore('PostgreSQL', openEmpty);
describeContentStore('PostgreSQL', openEmpty, walks);
describeJobStore('PostgreSQL', openEmpty);
describePolicyStore('PostgreSQL', openEmpty);
describeModelStore('PostgreSQL', openEmpty);
describeWidgetStore('PostgreSQL', openEmpty);
describePurposeStore('PostgreSQL', openEmpty);
describeSampleStore('PostgreSQL', openEmpty);
describeFeedbackStore('PostgreSQL', openEmpty);
describeInsightStore('PostgreSQL', openEmpty);
describeGoldenStore('PostgreSQL', openEmpty);
describeRetentionStore('PostgreSQL', openEmpty);
describeWebhookStore('PostgreSQL', openEmpty);
describeMailStore('PostgreSQL', openEmpty);
describeReviewStore('PostgreSQL', openEmpty);
describeHandoverStore('PostgreSQL', openEmpty);
describeSourceStore('PostgreSQL', openEmpty);
describeSecurityStreamStore('PostgreSQL', openEmpty);
describeOutageStore('PostgreSQL', openEmpty);
describePeopleStore('PostgreSQL', openEmpty);
describeRequestStore('PostgreSQL', openEmpty);
