import { newFolder } from '@avow/storage/testing';
import { sampleMasterKey } from '../../../../storage/contract/sample-master-key.ts';
import { openSqliteStore } from '../../../../storage/sqlite/open-sqlite-store.ts';
import { describeRetentionStore } from '../retention-store.suite.ts';

describeRetentionStore('SQLite', async (clock) => {
  const folder = newFolder();
  const store = await openSqliteStore({
    ...{ masterKey: sampleMasterKey, directory: folder.path },
    ...(clock === undefined ? {} : { clock }),
  });
  return {
    ...store,
    async close() {
      await store.close();
      folder.remove();
    },
  };
});
