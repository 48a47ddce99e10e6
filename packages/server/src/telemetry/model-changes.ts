import type { ModelChange } from '@avow/inference/language';

type Listener = (change: ModelChange) => void;

/** Connects language models with the service, which is created after them and reports their changes. */
export interface ModelChanges {
  emit(change: ModelChange): void;
  subscribe(listener: Listener): void;
}

export function createModelChanges(): ModelChanges {
  const listeners: Listener[] = [];
  return {
    emit: (change) => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => void listeners.push(listener),
  };
}
