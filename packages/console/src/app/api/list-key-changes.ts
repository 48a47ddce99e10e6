import { CallError, call } from './call.ts';

/** The statements by which the keys of the log were replaced, oldest first. Null: they could not be read. */
export async function listKeyChanges(): Promise<readonly string[] | null> {
  try {
    const { data } = await call('listLogKeys', {});
    return data.flatMap(({ statement }) => (statement === null ? [] : [statement]));
  } catch (error) {
    // Not everyone who reads a record may read the log.
    if (error instanceof CallError) return null;
    throw error;
  }
}
