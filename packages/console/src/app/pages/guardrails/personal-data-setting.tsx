import { SelectField } from '../../design/field.tsx';
import { formTexts, personalDataGroupNames, personalDataTypes } from '../../texts/checks.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';

type Actions = Readonly<Record<string, string>>;

interface Props {
  readonly label: string;
  /** Undefined: only numbers of persons and accounts, with the action of the check. */
  readonly value: Actions | undefined;
  readonly action: string;
  readonly onChange: (value: Actions) => void;
}

/** What is done about each group of personal data, and about single kinds that differ from their group. */
export function PersonalDataSetting({ label, value, action, onChange }: Props) {
  const actions: Actions = value ?? { identifiers: action };
  const single = Object.keys(actions).filter((type) => personalDataGroupNames[type] === undefined);
  const change = (type: string, next: string) => onChange({ ...actions, [type]: next });
  const choices = ['off', 'flag', 'redact', 'block'].map((each) => ({
    value: each,
    label: guardrailTexts.settingValues[each] ?? each,
  }));
  const others = Object.entries(personalDataTypes).filter(([type]) => actions[type] === undefined);
  return (
    <fieldset className="part stack">
      <legend className="strong">{label}</legend>
      <div className="columns">
        {Object.entries(personalDataGroupNames).map(([group, name]) => (
          <SelectField
            key={group}
            label={name}
            value={actions[group] ?? 'off'}
            onChange={(next) => change(group, next)}
            options={choices}
          />
        ))}
        {single.map((type) => (
          <SelectField
            key={type}
            label={personalDataTypes[type] ?? type}
            value={actions[type] ?? ''}
            onChange={(next) => {
              const { [type]: _, ...rest } = actions;
              onChange(next === '' ? rest : { ...rest, [type]: next });
            }}
            options={[{ value: '', label: formTexts.itsGroup }, ...choices]}
          />
        ))}
        <SelectField
          label={formTexts.addType}
          value=""
          onChange={(type) => (type === '' ? undefined : change(type, 'redact'))}
          options={[
            { value: '', label: formTexts.addTypeChoose },
            ...others.map(([type, name]) => ({ value: type, label: name })),
          ]}
        />
      </div>
    </fieldset>
  );
}

const strength = ['flag', 'redact', 'block'];

/** The action of the check is the strongest of those of its kinds. */
export function strongestAction(actions: Actions): string {
  const found = Object.values(actions).map((action) => strength.indexOf(action));
  return strength[Math.max(0, ...found)] as string;
}
