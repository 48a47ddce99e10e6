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
  const database = openForWriting(workerData as DatabaseOptions);
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
      // Before the answer goes out: a caller who is told that a text is gone must not find it in a file.
      if (isWalStale) isWalStale = !group.truncateWal();
      return answers;
    },
    close: () => database.close(),
  };
});
