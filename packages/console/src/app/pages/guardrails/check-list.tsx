import { lazy, Suspense, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { Loading } from '../../design/loaded.tsx';
import { Badge } from '../../design/surface.tsx';
import { Switch } from '../../design/switch.tsx';
import { askTexts } from '../../texts/ask.ts';
import { checkHints, checkNames } from '../../texts/checks.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { texts } from '../../texts.ts';
import {
  type EditedGuardrail,
  type EditedPolicy,
  removeGuardrail,
  replaceGuardrail,
} from './edited-policy.ts';
import { type NewGuardrail, newGuardrail } from './new-guardrail.ts';

// Loaded by those who open a check.
const CheckForm = lazy(async () => ({ default: (await import('./check-form.tsx')).CheckForm }));

interface Props {
  readonly policy: EditedPolicy;
  readonly onChange: (policy: EditedPolicy) => void;
}

/** A switch and a form for each check. */
export function CheckList({ policy, onChange }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className="stack">
      <ul className="checks">
        {policy.guardrails.map((edited) => (
          <li key={edited.key}>
            <Switch
              label={<span className="sr-only">{switchName(edited)}</span>}
              isSelected={edited.guardrail.enabled}
              onChange={(enabled) =>
                onChange(replaceGuardrail(policy, { ...edited, guardrail: { ...edited.guardrail, enabled } }))
              }
            />
            <CheckSummary edited={edited} />
            <Button
              look="small"
              aria-label={texts.actionOf(guardrailTexts.edit, switchName(edited))}
              aria-expanded={open === edited.key}
              onPress={() => setOpen(open === edited.key ? null : edited.key)}
            >
              {guardrailTexts.edit}
            </Button>
            {open === edited.key ? (
              <div className="form stack">
                <Suspense fallback={<Loading />}>
                  <CheckForm
                    guardrail={edited.guardrail}
                    onChange={(guardrail) => onChange(replaceGuardrail(policy, { ...edited, guardrail }))}
                  />
                </Suspense>
                <div>
                  <Button
                    look={['danger', 'small']}
                    onPress={() => onChange(removeGuardrail(policy, edited.key))}
                  >
                    {guardrailTexts.delete}
                  </Button>
                </div>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <AddCheck
        onAdd={(guardrail) => {
          const key = `new-${crypto.randomUUID()}`;
          onChange({ ...policy, guardrails: [...policy.guardrails, { key, guardrail }] });
          setOpen(key);
        }}
      />
    </div>
  );
}

const switchName = ({ guardrail: { name, stage } }: EditedGuardrail) =>
  guardrailTexts.switchOf(name, askTexts.stages[stage] ?? stage);

function CheckSummary({ edited: { guardrail } }: { readonly edited: EditedGuardrail }) {
  const checkName = checkNames[guardrail.check] ?? guardrail.check;
  return (
    <div className="stack tight">
      <span className={guardrail.enabled ? 'strong' : 'quiet'}>{guardrail.name}</span>
      {guardrail.enabled ? (
        <span className="row wrap small quiet">
          <span>{askTexts.stages[guardrail.stage] ?? guardrail.stage}</span>
          <Badge tone={guardrail.action === 'block' ? 'bad' : 'warn'}>
            {guardrailTexts.actions[guardrail.action] ?? guardrail.action}
          </Badge>
          {guardrail.mode === 'shadow' ? <Badge tone="info">{askTexts.shadow}</Badge> : null}
          {checkName === guardrail.name ? null : <span>{checkName}</span>}
        </span>
      ) : (
        <span className="small quiet">{guardrailTexts.off}</span>
      )}
      <span className="small quiet">{checkHints[guardrail.check]}</span>
    </div>
  );
}

function AddCheck({ onAdd }: { readonly onAdd: (guardrail: NewGuardrail) => void }) {
  const [check, setCheck] = useState<string>('words');
  return (
    <div className="row wrap">
      <SelectField
        hint={checkHints[check]}
        label={guardrailTexts.addTitle}
        value={check}
        onChange={setCheck}
        options={Object.entries(checkNames).map(([value, label]) => ({ value, label }))}
      />
      <Button onPress={() => onAdd(newGuardrail(check))}>{guardrailTexts.add}</Button>
    </div>
  );
}
