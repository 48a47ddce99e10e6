import { createAccessReads } from '../access/access-reads.ts';
import { createFeedbackReads } from '../feedback/feedback-reads.ts';
import { createInsightReads } from '../insights/insight-reads.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { createLogReads } from '../log/log-reads.ts';
import { createRecordReads } from '../messages/record-reads.ts';
import { createPolicyReads } from '../policies/policy-reads.ts';
import type { Statements } from './statements.ts';

/** The operations that read, for either engine. */
export function createReadOperations(statements: Statements, keys: KeyRing) {
  return {
    ...createRecordReads(statements, keys),
    ...createLogReads(statements, keys),
    ...createAccessReads(statements),
    ...createPolicyReads(statements),
    ...createFeedbackReads(statements, keys),
    ...createInsightReads(statements, keys),
    /** Throws if the keys of tenants were wrapped under another master key. */
    proveKeys: (_: null) => keys.prove(),
  };
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
