import type { DatabaseSync } from 'node:sqlite';
import { createAccessWrites } from './access-writes.ts';
import { createIdempotencyWrites } from './idempotency-writes.ts';
import { createKnowledgeWrites } from './knowledge-writes.ts';
import type { LeafNumbers } from './leaf-numbers.ts';
import { createRecordWrites } from './record-writes.ts';

export interface WriteContext {
  readonly leafNumbers: LeafNumbers;
  /** As in `createKnowledgeWrites`. */
  readonly onTextRemoved: () => void;
}

/** Everything that the writer can be asked. */
export function createWriteOperations(database: DatabaseSync, { leafNumbers, onTextRemoved }: WriteContext) {
  const prove = database.prepare('UPDATE write_proof SET written = randomblob(65536)');
  return {
    ...createRecordWrites(database, leafNumbers),
    ...createIdempotencyWrites(database),
    ...createAccessWrites(database),
    ...createKnowledgeWrites(database, onTextRemoved),
    proveWrite(_: null): null {
      prove.run();
      return null;
    },
    truncateWal(_: null): null {
      onTextRemoved();
      return null;
    },
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
