import { newFolder } from '@avow/storage/testing';
import { describeRetentionStore } from '../../../features/retention/store/retention-store.suite.ts';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';

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
