import { LogError } from '../log-error.ts';

/** The code of the LogError that is thrown, or 'accepted'; any other error fails the test. */
export async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'accepted';
  } catch (error) {
    if (error instanceof LogError) return error.code;
    throw error;
  }
}
