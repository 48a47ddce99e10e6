import type { ModelChange } from '@avow/inference/language';

/** A process of a model on this machine was lost or failed. */
interface ModelProcessChange {
  readonly kind: 'lost' | 'failed';
  /** Such as `reader`. */
  readonly model: string;
}

/** Connects models with the service, which is created after them and reports their changes. */
export interface ModelChanges {
  emit(change: ModelChange): void;
  subscribe(listener: (change: ModelChange) => void): void;
  /** Another node has stopped calling the model of this name. */
  emitSuspicion(model: string): void;
  subscribeSuspicions(listener: (model: string) => void): void;
  emitProcess(change: ModelProcessChange): void;
  subscribeProcesses(listener: (change: ModelProcessChange) => void): void;
}

export function createModelChanges(): ModelChanges {
  const models = createEmitter<ModelChange>();
  const processes = createEmitter<ModelProcessChange>();
  const suspicions = createEmitter<string>();
  return {
    ...models,
    emitSuspicion: suspicions.emit,
    subscribeSuspicions: suspicions.subscribe,
    emitProcess: processes.emit,
    subscribeProcesses: processes.subscribe,
  };
}

function createEmitter<Change>() {
  const listeners: Array<(change: Change) => void> = [];
  return {
    emit: (change: Change): void => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener: (change: Change) => void) => void listeners.push(listener),
  };
}
