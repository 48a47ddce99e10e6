import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { newTenant, sampleMessage } from '../../contract/samples.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';

/** Goes on for ever with the journal of one message, whose ids it prints first; then each number once it is durable. */
const [, , directory = ''] = process.argv;
const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
const tenantId = await newTenant(store.access);
const message = sampleMessage({ status: 'processing' });
await store.records.admitMessage(tenantId, message);
process.stdout.write(`${tenantId}\n${message.messageId}\n`);

for (let seq = 1; ; seq++) {
  const event = { seq, type: 'message.answer.delta', body: JSON.stringify({ text: `piece ${seq}` }) };
  await store.records.appendJournal(tenantId, message.messageId, [event]);
  process.stdout.write(`${seq}\n`);
}
