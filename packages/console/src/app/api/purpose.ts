import { useSyncExternalStore } from 'react';
import { currentSession, watchSession } from './session.ts';

/** What the person reads records for, as far as they were asked. */
interface PurposeState {
  /** The id of a purpose of the tenant; empty: none is chosen. */
  readonly chosen: string;
  readonly isAsking: boolean;
}

const storeName = 'avow.purpose';

let state: PurposeState = { chosen: sessionStorage.getItem(storeName) ?? '', isAsking: false };
/** They closed the question: they are not asked again before they ask for it. */
let isDeclined = false;
let waiting: Array<(chosen: string) => void> = [];
const listeners = new Set<() => void>();

function change(next: PurposeState): void {
  state = next;
  if (next.chosen === '') sessionStorage.removeItem(storeName);
  else sessionStorage.setItem(storeName, next.chosen);
  for (const listener of listeners) listener();
}

export const currentPurpose = (): string => state.chosen;

/** Forgets what was chosen, and shows the question. */
export function askForPurpose(): void {
  isDeclined = false;
  change({ ...state, isAsking: true });
}

/** Empty: they would not say. */
export function choosePurpose(chosen: string): void {
  isDeclined = chosen === '' && state.chosen === '';
  change({ chosen: chosen === '' ? state.chosen : chosen, isAsking: false });
  const asking = waiting;
  waiting = [];
  for (const answer of asking) answer(state.chosen);
}

/** The service needs a purpose other than the one that was sent: asks for it once, however many requests need it. Empty: there is none. */
export function needPurpose(sent: string): Promise<string> {
  if (state.chosen !== sent) return Promise.resolve(state.chosen);
  if (isDeclined) return Promise.resolve('');
  if (sent !== '') change({ chosen: '', isAsking: true });
  else if (!state.isAsking) askForPurpose();
  return new Promise((resolve) => waiting.push(resolve));
}

// What one person reads for is not what the next does.
watchSession(() => {
  if (currentSession().kind !== 'out') return;
  change({ chosen: '', isAsking: false });
  isDeclined = false;
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePurpose(): PurposeState {
  return useSyncExternalStore(subscribe, () => state);
}
