import { CallError, call } from './call.ts';
import type { KeyStatements } from './known-keys.ts';

/** How the keys of the log were replaced, with proofs for a checkpoint of this size. Null: it could not be read. */
export async function fetchKeyChanges(size: number): Promise<KeyStatements | null> {
  try {
    const { data, consistency } = await call('listLogKeys', { query: { size } });
    return { statements: data.flatMap(({ statement }) => statement ?? []), consistency };
  } catch (error) {
    // Not everyone who reads a record may read the log.
    if (error instanceof CallError) return null;
    throw error;
  }
}
