import type { MeEntry } from '@avow/contract/access';
import { useSyncExternalStore } from 'react';

/** `unknown` until the service has been asked who is signed in. */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out'; readonly because: 'nobody' | 'ended' | 'signed_out' }
  | { readonly kind: 'in'; readonly me: MeEntry };

let state: SessionState = { kind: 'unknown' };
const listeners = new Set<() => void>();

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const currentSession = (): SessionState => state;

const purposeStore = 'avow.purpose';

/** What the person reads records for, in this visit; empty: they have not said. */
export const chosenPurpose = (): string => sessionStorage.getItem(purposeStore) ?? '';
export const keepPurpose = (chosen: string): void => sessionStorage.setItem(purposeStore, chosen);

export const startSession = (me: MeEntry): void => change({ kind: 'in', me });

/** The session itself is a cookie that scripts cannot read; this forgets what is known of it. */
export function endSession(because: 'refused' | 'signed_out'): void {
  keepPurpose('');
  if (because === 'signed_out') change({ kind: 'out', because });
  else if (state.kind !== 'out') change({ kind: 'out', because: state.kind === 'in' ? 'ended' : 'nobody' });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const watchSession = subscribe;

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, currentSession);
}

/** What the person who is signed in may do. */
export function useMay(): (scope: string) => boolean {
  const session = useSession();
  return (scope) => session.kind === 'in' && (session.me.scopes as readonly string[]).includes(scope);
}
