import { createAccessWrites } from '../access/access-writes.ts';
import { createPolicyWrites } from '../policies/policy-writes.ts';
import type { Statements } from './statements.ts';

/** The operations that write, for either engine. */
export function createWriteOperations(statements: Statements) {
  return {
    ...createAccessWrites(statements),
    ...createPolicyWrites(statements),
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
