import { atOnce } from '@avow/storage';
import { KeyRing } from '@avow/storage/sealing';
import {
  GroupCommit,
  migrateSqlite,
  openForWriting,
  type StoreWorkerData,
  serveCalls,
  sqliteStatements,
} from '@avow/storage/threads';
import { growInProcess } from '../../features/log/store/grow-in-process.ts';
import { LogAppends } from '../../features/log/store/log-appends.ts';
import { sqliteMigrations } from '../schema/sqlite-schema.ts';
import { createSqliteWrites } from './sqlite-operations.ts';

/** Bounds how long one commit delays the others. */
const groupMax = 128;

serveCalls((data) => {
  const options = data as StoreWorkerData;
  const database = openForWriting(options);
  migrateSqlite(database, sqliteMigrations);
  let isWalStale = false;
  let isTextLeft = false;
  const keys = new KeyRing(sqliteStatements(database), options.masterKey);
  atOnce(keys.prove());
  const statements = sqliteStatements(database);
  const log = new LogAppends(statements, growInProcess(statements), keys);
  const onTextRemoved = () => {
    isWalStale = true;
  };
  const operations = createSqliteWrites(database, {
    ...{ keys, log, onTextRemoved },
    isTextLeft: () => isTextLeft,
    // Nobody repeats a call whose answer was lost: an id that is new to this process is new to the database.
    mayAssume: () => true,
  });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => atOnce(log.write()),
    after: () => {
      log.discard();
      keys.discardFresh();
    },
  });
  return {
    groupMax,
    run(calls) {
      const answers = group.run(calls);
      // Before the response is sent, so that a text reported as gone is in no file. If another process is reading, the
      // next sweep does it, because every commit would be delayed until then.
      if (isWalStale) isTextLeft = !group.truncateWal(options);
      isWalStale = false;
      return answers;
    },
    close: () => database.close(),
  };
});
