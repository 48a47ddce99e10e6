import { checks } from 'virtual:avow-checks';
import type { GuardrailCheck } from '@avow/contract/guardrails';
import { SelectField, TextField } from '../../design/field.tsx';
import { Notice } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { formTexts } from '../../texts/checks.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import { CheckSettingFields } from './check-settings.tsx';
import type { EditedGuardrail } from './edited-policy.ts';
import { NumberSetting } from './number-setting.tsx';

type Guardrail = EditedGuardrail['guardrail'];

interface Props {
  readonly guardrail: Guardrail;
  readonly onChange: (guardrail: Guardrail) => void;
}

const choicesOf = (values: readonly string[], names: Readonly<Record<string, string>>) =>
  values.map((value) => ({ value, label: names[value] ?? value }));

/** A passage can be left out but blocks nothing, and an attack in a question has no parts to replace. */
function actionsAt({ check, stage }: Guardrail): readonly string[] {
  const { actions } = checks[check as GuardrailCheck];
  if (stage === 'retrieval') return actions.filter((action) => action !== 'block');
  return check === 'prompt_attack' ? actions.filter((action) => action !== 'redact') : actions;
}

/** Every field of a guardrail; its settings come from the schema that validates them. */
export function CheckForm({ guardrail, onChange }: Props) {
  const facts = checks[guardrail.check as GuardrailCheck];
  const change = (next: Partial<Guardrail>) => onChange({ ...guardrail, ...next });
  const actionNames =
    guardrail.stage === 'retrieval'
      ? { ...guardrailTexts.actionChoices, redact: guardrailTexts.leaveOut }
      : guardrailTexts.actionChoices;
  return (
    <div className="stack">
      <div className="columns">
        <TextField
          label={guardrailTexts.name}
          value={guardrail.name}
          onChange={(name) => change({ name })}
          isRequired
        />
        <SelectField
          label={guardrailTexts.stage}
          value={guardrail.stage}
          onChange={(stage) => {
            const moved = { ...guardrail, stage: stage as Guardrail['stage'] };
            const [first] = actionsAt(moved);
            const isAllowed = actionsAt(moved).includes(guardrail.action);
            onChange(isAllowed ? moved : { ...moved, action: first as Guardrail['action'] });
          }}
          options={choicesOf(facts.stages, askTexts.stages)}
        />
        {guardrail.check === 'personal_data' ? (
          <p className="small quiet">{formTexts.actionByData}</p>
        ) : (
          <SelectField
            label={guardrailTexts.action}
            value={guardrail.action}
            onChange={(action) => change({ action: action as Guardrail['action'] })}
            options={choicesOf(actionsAt(guardrail), actionNames)}
          />
        )}
        <SelectField
          label={guardrailTexts.mode}
          value={guardrail.mode}
          onChange={(mode) => change({ mode: mode as Guardrail['mode'] })}
          options={choicesOf(['enforce', 'shadow'], guardrailTexts.modes)}
        />
      </div>
      <Notice tone="info">
        {guardrail.mode === 'shadow'
          ? guardrailTexts.shadowEffect
          : guardrailTexts.effects[guardrail.stage]?.[guardrail.action]}
      </Notice>
      <CheckSettingFields guardrail={guardrail} onChange={onChange} />
      <div className="columns">
        <NumberSetting
          label={guardrailTexts.threshold}
          hint={guardrailTexts.thresholdHint}
          value={guardrail.threshold}
          onChange={(threshold) => change({ threshold })}
          isShare
        />
        <SelectField
          label={guardrailTexts.failMode}
          value={guardrail.fail_mode}
          onChange={(failMode) => change({ fail_mode: failMode as Guardrail['fail_mode'] })}
          options={choicesOf(['closed', 'open'], guardrailTexts.failModes)}
        />
      </div>
    </div>
  );
}
