import { LogError } from '../log-error.ts';

/** The code with which something is refused, or 'accepted'; any error that is no LogError fails the test. */
export async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'accepted';
  } catch (error) {
    if (error instanceof LogError) return error.code;
    throw error;
  }
}
