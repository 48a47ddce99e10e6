import { useSyncExternalStore } from 'react';
import { setPurposeAsker } from './call.ts';
import { chosenPurpose, keepPurpose, watchSession } from './session.ts';

/** What the person reads records for, as far as they were asked. */
interface PurposeState {
  /** The id of a purpose of the tenant; empty: none is chosen. */
  readonly chosen: string;
  readonly isAsking: boolean;
}

let state: PurposeState = { chosen: chosenPurpose(), isAsking: false };
/** They closed the question: they are not asked again before they ask for it. */
let isDeclined = false;
let waiting: Array<(chosen: string) => void> = [];
const listeners = new Set<() => void>();

function change(next: PurposeState): void {
  state = next;
  keepPurpose(next.chosen);
  for (const listener of listeners) listener();
}

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
function needPurpose(sent: string): Promise<string> {
  if (state.chosen !== sent) return Promise.resolve(state.chosen);
  if (isDeclined) return Promise.resolve('');
  change({ chosen: '', isAsking: true });
  return new Promise((resolve) => waiting.push(resolve));
}

setPurposeAsker(needPurpose);

// What one person reads for is not what the next does.
watchSession(() => {
  if (chosenPurpose() !== '') return;
  state = { chosen: '', isAsking: false };
  isDeclined = false;
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePurpose(): PurposeState {
  return useSyncExternalStore(subscribe, () => state);
}
