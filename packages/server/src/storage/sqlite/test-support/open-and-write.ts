import { newId } from '@avow/foundation';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../contract/samples.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';

/** Opens the store of the folder given and ends messages of a new tenant for ever, printing each id once it is durable. */
const [, , directory = ''] = process.argv;
const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
const tenantId = await newTenant(store.access);
process.stdout.write(`${tenantId}\n`);

async function writeForEver(): Promise<void> {
  for (;;) {
    const message = sampleMessage({ messageId: newId('msg', sampleTimeMs) });
    await store.records.finishMessage(tenantId, message, nothingElse);
    process.stdout.write(`${message.messageId}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, writeForEver));
