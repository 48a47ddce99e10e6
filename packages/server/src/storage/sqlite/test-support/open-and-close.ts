import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';

/** Opens the store of the folder given, and closes it; prints how that went. */
process.on('SIGXFSZ', () => {});

const [, , directory = ''] = process.argv;
try {
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  await store.close();
  process.stdout.write('opened\n');
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
}
