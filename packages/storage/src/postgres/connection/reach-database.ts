import { UserError } from '@avow/foundation';
import { Connection } from './connection.ts';

/** A connection, or a sentence for the operator: without the address, which may contain a password. */
export async function reachDatabase(url: string): Promise<Connection> {
  return await Connection.open(url).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    throw new UserError(`The database cannot be reached: ${reasonOf(error)}`, { cause: error });
  });
}

export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'unknown';
}
