import { workerData } from 'node:worker_threads';
import { GroupCommit } from './group-commit.ts';
import { KeyRing } from './key-ring.ts';
import { LogAppends } from './log-appends.ts';
import { migrate } from './migrate.ts';
import { openForWriting, type StoreWorkerData } from './open-database.ts';
import { serveCalls } from './serve-calls.ts';
import { createWriteOperations } from './write-operations.ts';

/** Bounds how long one commit holds up the others. */
const groupMax = 128;

serveCalls(() => {
  const options = workerData as StoreWorkerData;
  const database = openForWriting(options);
  migrate(database, options.masterKey);
  let isWalStale = false;
  let isTextLeft = false;
  const keys = new KeyRing(database, options.masterKey);
  keys.prove();
  const log = new LogAppends(database);
  const onTextRemoved = () => {
    isWalStale = true;
  };
  const operations = createWriteOperations(database, {
    ...{ keys, log, onTextRemoved },
    isTextLeft: () => isTextLeft,
  });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => log.write(),
    after: () => {
      log.forget();
      keys.forgetFresh();
    },
  });
  return {
    groupMax,
    run(calls) {
      const answers = group.run(calls);
      // Before the answer goes out, so that who is told that a text is gone does not find it in a file. Where another
      // process reads at this moment the next sweep does it: it is not to hold up every commit until then.
      if (isWalStale) isTextLeft = !group.truncateWal(options);
      isWalStale = false;
      return answers;
    },
    close: () => database.close(),
  };
});
