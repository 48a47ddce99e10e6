import { useBlocker } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  /** What would be lost, one line each. */
  readonly changes: readonly string[];
  readonly hint?: string;
  /** Asked at the moment of leaving: what was just saved is left behind by nobody. */
  readonly mayLeave?: () => boolean;
}

/** Asks before changes are left behind, by a link here or by closing the window. */
export function LeaveDialog({ changes, hint = texts.leave.hint, mayLeave = () => false }: Props) {
  const isChanged = () => changes.length > 0 && !mayLeave();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged() && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Dialog
      title={texts.leave.title}
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onSubmit={() => proceed?.()}
      actions={
        <>
          <Button onPress={() => reset?.()}>{texts.leave.stay}</Button>
          <Button type="submit" look="danger">
            {texts.leave.leave}
          </Button>
        </>
      }
    >
      <p>{hint}</p>
      <ul className="change-list">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </Dialog>
  );
}
