import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage } from '../../contract/samples.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';

/** Lets messages wait for a person, and ends every second of them; prints each step once it is durable, for ever. */
const [, , directory = ''] = process.argv;
const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
const tenantId = await newTenant(store.access);
process.stdout.write(`${tenantId}\n`);

const alone = { events: [], claim: null, journal: [], cost: null, inReviewMax: 1_000_000 } as const;
for (let count = 0; ; count++) {
  const pending = sampleMessage({ status: 'in_review' });
  await store.records.submitForReview(tenantId, pending, alone);
  process.stdout.write(`${pending.messageId} in_review\n`);
  if (count % 2 === 0) continue;
  await store.records.finishMessage(tenantId, { ...pending, status: 'delivered' }, nothingElse);
  process.stdout.write(`${pending.messageId} delivered\n`);
}
