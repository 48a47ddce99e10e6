import { checks } from 'virtual:avow-checks';
import type { GuardrailCheck, SettingDescription } from '@avow/contract/guardrails';
import { useState } from 'react';
import { Checkbox, SelectField, TextField } from '../../design/field.tsx';
import { labelOfSetting, settingHints, unsafeKindNames } from '../../texts/checks.ts';
import { guardrailTexts } from '../../texts/guardrails.ts';
import type { EditedGuardrail } from './edited-policy.ts';
import { ExampleSetting, readExamples } from './example-setting.tsx';
import { LinesSetting } from './lines-setting.tsx';
import { NumberSetting, OptionalNumberSetting } from './number-setting.tsx';
import { PersonalDataSetting, strongestAction } from './personal-data-setting.tsx';
import { readTopics, TopicSetting } from './topic-setting.tsx';

type Guardrail = EditedGuardrail['guardrail'];

interface Props {
  readonly guardrail: Guardrail;
  readonly onChange: (guardrail: Guardrail) => void;
}

/** The settings of a check, each in the simplest form that it has. */
export function CheckSettingFields({ guardrail, onChange }: Props) {
  const { check, settings } = guardrail;
  const set = (name: string, value: unknown, also: Partial<Guardrail> = {}) => {
    const { [name]: _, ...rest } = settings;
    onChange({ ...guardrail, ...also, settings: value === undefined ? rest : { ...rest, [name]: value } });
  };
  const { settings: fields } = checks[check as GuardrailCheck];
  // What is denied comes first: most who add a check of topics want to keep one out.
  const ordered = check === 'topic' ? fields.toReversed() : fields;
  return ordered.map((setting) => {
    const { name } = setting;
    const field = { label: labelOfSetting(check, name), hint: settingHints[`${check}.${name}`] };
    const value = settings[name] ?? setting.default;
    switch (`${check}.${name}`) {
      case 'topic.allowed':
      case 'topic.denied':
        return (
          <TopicSetting
            key={name}
            {...field}
            hasStarters={name === 'denied'}
            value={readTopics(value)}
            onChange={(next) => set(name, next)}
          />
        );
      case 'personal_data.types':
        return (
          <PersonalDataSetting
            key={name}
            label={field.label}
            action={guardrail.action}
            value={value as Readonly<Record<string, string>> | undefined}
            onChange={(next) => set(name, next, { action: strongestAction(next) as Guardrail['action'] })}
          />
        );
      case 'unsafe_content.thresholds':
        return (
          <KindThresholds
            key={name}
            {...field}
            value={value as Thresholds}
            onChange={(next) => set(name, next)}
          />
        );
      case 'rule.examples':
        return (
          <ExampleSetting
            key={name}
            {...field}
            value={readExamples(value)}
            onChange={(next) => set(name, next)}
          />
        );
      default:
        return (
          <PlainSetting key={name} {...field} {...{ setting, value }} onChange={(next) => set(name, next)} />
        );
    }
  });
}

type Thresholds = Readonly<Record<string, number>>;

interface ThresholdsProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: Thresholds;
  readonly onChange: (value: Thresholds) => void;
}

function KindThresholds({ label, hint, value, onChange }: ThresholdsProps) {
  return (
    <fieldset className="part stack">
      <legend className="strong">{label}</legend>
      <p className="small quiet">{hint}</p>
      <div className="columns">
        {Object.entries(unsafeKindNames).map(([kind, name]) => (
          <OptionalNumberSetting
            key={kind}
            label={name}
            value={value[kind] ?? null}
            onChange={(threshold) => {
              const { [kind]: _, ...rest } = value;
              onChange(threshold === null ? rest : { ...rest, [kind]: threshold });
            }}
            isShare
          />
        ))}
      </div>
    </fieldset>
  );
}

interface PlainProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly setting: SettingDescription;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function PlainSetting({ label, hint, setting, value, onChange }: PlainProps) {
  const { type, required, default: usual } = setting;
  const isOptional = !required && usual === undefined;
  const field = { label, hint };
  if (type === 'boolean') return <Checkbox label={label} isSelected={value === true} onChange={onChange} />;
  if (type === 'any' || (type === 'integer' && isOptional))
    return (
      <OptionalNumberSetting
        {...field}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next ?? (isOptional ? undefined : null))}
        isShare={type === 'any'}
      />
    );
  if (type === 'number' || type === 'integer')
    return (
      <NumberSetting {...field} value={Number(value ?? 0)} onChange={onChange} isShare={type === 'number'} />
    );
  if (type === 'string')
    return <TextField {...field} rows={2} value={String(value ?? '')} onChange={onChange} />;
  if (type === 'string[]')
    return (
      <LinesSetting
        {...field}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(lines) => onChange(lines.length === 0 && isOptional ? undefined : lines)}
      />
    );
  if (type.includes('|'))
    return (
      <SelectField
        {...field}
        value={String(value ?? '')}
        onChange={onChange}
        options={type.split('|').map((each) => ({
          value: each,
          label: guardrailTexts.settingValues[each] ?? each,
        }))}
      />
    );
  return <JsonSetting {...field} value={value} onChange={onChange} />;
}

/** What has no simpler form. */
function JsonSetting({ label, hint, value, onChange }: Omit<PlainProps, 'setting'>) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string>();
  return (
    <TextField
      label={label}
      hint={hint}
      rows={4}
      isMono
      value={text}
      fault={fault}
      onChange={(next) => {
        setText(next);
        try {
          onChange(next.trim() === '' ? undefined : JSON.parse(next));
          setFault(undefined);
        } catch {
          setFault(guardrailTexts.jsonFault);
        }
      }}
    />
  );
}
