import { workerData } from 'node:worker_threads';
import { GroupCommit } from './group-commit.ts';
import { LeafNumbers } from './leaf-numbers.ts';
import { migrate } from './migrate.ts';
import { type DatabaseOptions, openForWriting } from './open-database.ts';
import { serveCalls } from './serve-calls.ts';
import { createWriteOperations } from './write-operations.ts';

/** Bounds how long one commit holds up the others. */
const groupMax = 128;

serveCalls(() => {
  const options = workerData as DatabaseOptions;
  const database = openForWriting(options);
  migrate(database);
  let isWalStale = false;
  const leafNumbers = new LeafNumbers(database);
  const onTextRemoved = () => {
    isWalStale = true;
  };
  const operations = createWriteOperations(database, { leafNumbers, onTextRemoved });
  const group = new GroupCommit(database, operations, {
    beforeCommit: () => leafNumbers.write(),
    after: () => leafNumbers.forget(),
  });
  return {
    groupMax,
    run(calls) {
      const answers = group.run(calls);
      // Before the answer goes out, so that who is told that a text is gone does not find it in a file. Where another
      // process reads at this moment the next sweep does it: it is not to hold up every commit until then.
      if (isWalStale) group.truncateWal(options);
      isWalStale = false;
      return answers;
    },
    close: () => database.close(),
  };
});
