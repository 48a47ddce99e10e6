import { useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly onUndo?: () => void;
}

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const shownMs = 8_000;
const shownMax = 4;

function show(next: readonly Toast[]): void {
  shown = next.slice(-shownMax);
  for (const listener of listeners) listener();
}

/** Says what was done, and offers to undo it where that is possible. */
export function notify(text: string, options: { readonly onUndo?: () => void } = {}): void {
  lastId += 1;
  const id = lastId;
  show([...shown, { id, text, ...options }]);
  setTimeout(() => dismiss(id), shownMs);
}

const dismiss = (id: number) => show(shown.filter((toast) => toast.id !== id));

export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, onUndo }) => (
        <div key={id} className="toast">
          <span className="grow">{text}</span>
          {onUndo === undefined ? null : (
            <Button
              look={['plain', 'small']}
              onPress={() => {
                onUndo();
                dismiss(id);
              }}
            >
              {texts.actions.undo}
            </Button>
          )}
          <Button look={['plain', 'small']} onPress={() => dismiss(id)}>
            {texts.actions.close}
          </Button>
        </div>
      ))}
    </div>
  );
}
