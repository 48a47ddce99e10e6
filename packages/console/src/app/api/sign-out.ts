import { call } from './call.ts';
import { endSession } from './session.ts';

/** Ends the session in the service first: a cookie that still works must not look gone. */
export async function signOutOfConsole(): Promise<void> {
  await call('signOut');
  endSession('signed_out');
}
