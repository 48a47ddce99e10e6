import type { ModelChange } from '../models/language/create-language-model.ts';

type Listener = (change: ModelChange) => void;

/** Language models are opened before the service that wants to know how they do. */
export interface ModelChanges {
  tell(change: ModelChange): void;
  listen(listener: Listener): void;
}

export function createModelChanges(): ModelChanges {
  const listeners: Listener[] = [];
  return {
    tell: (change) => {
      for (const listener of listeners) listener(change);
    },
    listen: (listener) => void listeners.push(listener),
  };
}
