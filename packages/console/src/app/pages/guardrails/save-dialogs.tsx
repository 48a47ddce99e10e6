import { useMay } from '../../api/session.ts';
import { Confirm } from '../../design/confirm.tsx';
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
