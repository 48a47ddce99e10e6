import { AppError } from '@avow/foundation';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage } from '../../contract/samples.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';

/** Writes a record, one that is larger than any file may be here, and another small one; prints how each went. */
process.on('SIGXFSZ', () => {});

const [, , directory = ''] = process.argv;
const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
const tenantId = await newTenant(store.access);
process.stdout.write(`${tenantId}\n`);

const envelopes = ['small', 'x'.repeat(8 * 1024 * 1024), 'small'];
for (const words of envelopes) {
  const message = sampleMessage({ envelope: [['question', words]] });
  try {
    await store.records.finishMessage(tenantId, message, nothingElse);
    process.stdout.write(`${message.messageId}\n`);
  } catch (error) {
    process.stdout.write(`${error instanceof AppError ? error.code : error}\n`);
  }
}
await store.ping().catch((error: AppError) => process.stdout.write(`ping: ${error.code}\n`));
await store.close();
process.stdout.write('closed\n');
