import { useSyncExternalStore } from 'react';

/** Who is signed in. A key is kept in memory alone: closing or reloading the page signs out. */
export interface Session {
  readonly key: string;
}

let session: Session | null = null;
let ended = false;
const listeners = new Set<() => void>();

export const currentSession = (): Session | null => session;
/** Whether the service refused a session that had been accepted. */
export const sessionEnded = (): boolean => ended;

export function startSession(next: Session): void {
  session = next;
  ended = false;
  for (const listener of listeners) listener();
}

export function endSession(because: 'signed_out' | 'refused'): void {
  if (session === null) return;
  session = null;
  ended = because === 'refused';
  for (const listener of listeners) listener();
}

export function useSession(): Session | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentSession);
}
