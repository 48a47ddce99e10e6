import type { DatabaseSync } from 'node:sqlite';
import { createAccessReads } from './access-reads.ts';
import { createDraftReads } from './draft-reads.ts';
import { createForgettingReads } from './forgetting-reads.ts';
import { createGoldenReads } from './golden-reads.ts';
import { createHoldReads } from './hold-reads.ts';
import { createInsightReads } from './insight-reads.ts';
import { createJobReads } from './job-reads.ts';
import type { KeyRing } from './key-ring.ts';
import { createLearningReads } from './learning-reads.ts';
import { createLogReads } from './log-reads.ts';
import { createPackReads } from './pack-reads.ts';
import { createPolicyReads } from './policy-reads.ts';
import { createRecordReads } from './record-reads.ts';
import { createServedReads } from './served-reads.ts';

/** Everything that the reader can be asked. */
export function createReadOperations(database: DatabaseSync, keys: KeyRing) {
  const prove = database.prepare('SELECT id FROM write_proof');
  return {
    proveRead(_: null): null {
      prove.get();
      return null;
    },
    ...createRecordReads(database, keys),
    ...createLogReads(database, keys),
    ...createAccessReads(database),
    ...createPackReads(database),
    ...createDraftReads(database),
    ...createServedReads(database),
    ...createJobReads(database),
    ...createPolicyReads(database),
    ...createLearningReads(database, keys),
    ...createInsightReads(database, keys),
    ...createGoldenReads(database, keys),
    ...createForgettingReads(database, keys),
    ...createHoldReads(database, keys),
  };
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
