import { useBlocker } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { changeTexts } from '../../texts/guardrail-changes.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import type { EditedPolicy } from './edited-policy.ts';
import { TrialBeforeSaving } from './trial-panel.tsx';

interface SaveProps {
  /** As it would be saved. */
  readonly policy: EditedPolicy;
  readonly changes: readonly string[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
  readonly isBusy: boolean;
}

/** Says what a save changes before it does. */
export function SaveDialog({ policy, changes, onSave, ...dialog }: SaveProps) {
  const may = useMay();
  return (
    <Confirm
      {...dialog}
      title={changeTexts.title}
      action={guardrailTexts.save}
      onConfirm={onSave}
      isDisabled={changes.length === 0}
    >
      <div className="stack">
        <ChangeList changes={changes} />
        <p className="quiet small">{changeTexts.hint}</p>
        {may('audit:read') ? <TrialBeforeSaving policy={policy} /> : null}
      </div>
    </Confirm>
  );
}

/** Asks before changes are left behind, by a link here or by closing the window. */
export function LeaveDialog({ changes }: { readonly changes: readonly string[] }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => changes.length > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => changes.length > 0,
    withResolver: true,
  });
  return (
    <Dialog
      title={changeTexts.leaveTitle}
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onSubmit={() => proceed?.()}
      actions={
        <>
          <Button onPress={() => reset?.()}>{changeTexts.stay}</Button>
          <Button type="submit" look="danger">
            {changeTexts.leave}
          </Button>
        </>
      }
    >
      <p>{changeTexts.leaveHint}</p>
      <ChangeList changes={changes} />
    </Dialog>
  );
}

/** One sentence a line. */
export function ChangeList({ changes }: Pick<SaveProps, 'changes'>) {
  if (changes.length === 0) return <p>{changeTexts.none}</p>;
  return (
    <ul className="change-list">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
