import { createAccessReads } from '../access/access-reads.ts';
import { createPolicyReads } from '../policies/policy-reads.ts';
import type { Statements } from './statements.ts';

/** The operations that read, for either engine. */
export function createReadOperations(statements: Statements) {
  return {
    ...createAccessReads(statements),
    ...createPolicyReads(statements),
  };
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
