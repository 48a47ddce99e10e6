import type { Clock } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { describeAttestationStore, describeLogStore } from '@avow/ledger/testing';
import { newFolder } from '@avow/storage/testing';
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
import { describeReviewStore } from '../../features/review/store/review-store.suite.ts';
import { describeSampleStore } from '../../features/samples/store/sample-store.suite.ts';
import { describeSecurityStreamStore } from '../../features/security-streams/store/security-stream-store.suite.ts';
import { describeSourceStore } from '../../features/sources/store/source-store.suite.ts';
import { describeHandoverStore } from '../../features/visitors/store/handover-store.suite.ts';
import { describeWebhookStore } from '../../features/webhooks/store/webhook-store.suite.ts';
import { describeWidgetStore } from '../../features/widgets/store/widget-store.suite.ts';
import type { OpenedStore } from '../contract/opened-store.ts';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { newTenant } from '../contract/samples.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

async function openEmpty(clock: Clock = systemClock): Promise<OpenedStore> {
  const folder = newFolder();
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path, clock });
  return {
    ...store,
    async close() {
      await store.close();
      folder.remove();
    },
  };
}

describeRecordStore('SQLite', openEmpty);
describeLogStore('SQLite', async () => {
  const store = await openEmpty();
  return { log: store.log, newTenant: () => newTenant(store.access), close: store.close };
});
describeAttestationStore('SQLite', async () => {
  const store = await openEmpty();
  const { attestations, witnessed, close } = store;
  return { attestations, witnessed, close, newTenant: () => newTenant(store.access) };
});
describeJournals('SQLite', openEmpty);
describeSpending('SQLite', openEmpty);
describeAccessStore('SQLite', openEmpty);
describeContentStore('SQLite', openEmpty);
describeJobStore('SQLite', openEmpty);
describePolicyStore('SQLite', openEmpty);
describeModelStore('SQLite', openEmpty);
describeWidgetStore('SQLite', openEmpty);
describePurposeStore('SQLite', openEmpty);
describeSampleStore('SQLite', openEmpty);
describeFeedbackStore('SQLite', openEmpty);
describeInsightStore('SQLite', openEmpty);
describeGoldenStore('SQLite', openEmpty);
describeWebhookStore('SQLite', openEmpty);
describeMailStore('SQLite', openEmpty);
describeReviewStore('SQLite', openEmpty);
describeHandoverStore('SQLite', openEmpty);
describeSourceStore('SQLite', openEmpty);
describeSecurityStreamStore('SQLite', openEmpty);
describeOutageStore('SQLite', openEmpty);
describePeopleStore('SQLite', openEmpty);
describeRequestStore('SQLite', openEmpty);
