import type { Clock } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { describeLogStore } from '@avow/ledger/testing';
import { describeAccessStore } from '../contract/access-store.suite.ts';
import { describeContentStore } from '../contract/content-store.suite.ts';
import { describeFeedbackStore } from '../contract/feedback-store.suite.ts';
import { describeGoldenStore } from '../contract/golden-store.suite.ts';
import { describeInsightStore } from '../contract/insight-store.suite.ts';
import { describeJobStore } from '../contract/job-store.suite.ts';
import { describeJournals } from '../contract/journal.suite.ts';
import type { OpenedStore } from '../contract/opened-store.ts';
import { describePeopleStore } from '../contract/people-store.suite.ts';
import { describePolicyStore } from '../contract/policy-store.suite.ts';
import { describeRecordStore } from '../contract/record-store.suite.ts';
import { describeRequestStore } from '../contract/request-store.suite.ts';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { newTenant } from '../contract/samples.ts';
import { describeSourceStore } from '../contract/source-store.suite.ts';
import { describeSpending } from '../contract/spending.suite.ts';
import { describeWebhookStore } from '../contract/webhook-store.suite.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { newFolder } from './test-support/temporary-folder.ts';

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
describeJournals('SQLite', openEmpty);
describeSpending('SQLite', openEmpty);
describeAccessStore('SQLite', openEmpty);
describeContentStore('SQLite', openEmpty);
describeJobStore('SQLite', openEmpty);
describePolicyStore('SQLite', openEmpty);
describeFeedbackStore('SQLite', openEmpty);
describeInsightStore('SQLite', openEmpty);
describeGoldenStore('SQLite', openEmpty);
describeWebhookStore('SQLite', openEmpty);
describeSourceStore('SQLite', openEmpty);
describePeopleStore('SQLite', openEmpty);
describeRequestStore('SQLite', openEmpty);
