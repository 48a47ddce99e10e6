import type { DatabaseSync } from 'node:sqlite';
import { createAccessReads } from './access-reads.ts';
import { createKnowledgeReads } from './knowledge-reads.ts';
import { createRecordReads } from './record-reads.ts';

/** Everything that the reader can be asked. */
export function createReadOperations(database: DatabaseSync) {
  const prove = database.prepare('SELECT id FROM write_proof');
  return {
    proveRead(_: null): null {
      prove.get();
      return null;
    },
    ...createRecordReads(database),
    ...createAccessReads(database),
    ...createKnowledgeReads(database),
  };
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
