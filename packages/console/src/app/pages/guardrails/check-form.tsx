import { checks } from 'virtual:avow-checks';
import type { GuardrailCheck, SettingDescription } from '@avow/contract/guardrails';
import { useState } from 'react';
import { Checkbox, SelectField, TextField } from '../../design/field.tsx';
import { splitList } from '../../design/split-list.ts';
import { askTexts } from '../../texts/ask.ts';
import { guardrailTexts, labelOfSetting } from '../../texts/guardrails.ts';
import type { EditedGuardrail } from './edited-policy.ts';

type Guardrail = EditedGuardrail['guardrail'];

interface Props {
  readonly guardrail: Guardrail;
  readonly onChange: (guardrail: Guardrail) => void;
}

const choicesOf = (values: readonly string[], names: Readonly<Record<string, string>>) =>
  values.map((value) => ({ value, label: names[value] ?? value }));

/** Every field of a guardrail; its settings come from the schema that validates them. */
export function CheckForm({ guardrail, onChange }: Props) {
  const facts = checks[guardrail.check as GuardrailCheck];
  const change = (next: Partial<Guardrail>) => onChange({ ...guardrail, ...next });
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
          onChange={(stage) => change({ stage: stage as Guardrail['stage'] })}
          options={choicesOf(facts.stages, askTexts.stages)}
        />
        <SelectField
          label={guardrailTexts.action}
          value={guardrail.action}
          onChange={(action) => change({ action: action as Guardrail['action'] })}
          options={choicesOf(facts.actions, guardrailTexts.actions)}
        />
        <SelectField
          label={guardrailTexts.mode}
          value={guardrail.mode}
          onChange={(mode) => change({ mode: mode as Guardrail['mode'] })}
          options={choicesOf(['enforce', 'shadow'], guardrailTexts.modes)}
        />
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
      {facts.settings.length === 0 ? null : <h2>{guardrailTexts.settings}</h2>}
      {facts.settings.map((setting) => (
        <Setting
          key={setting.name}
          label={labelOfSetting(guardrail.check, setting.name)}
          setting={setting}
          value={guardrail.settings[setting.name] ?? setting.default}
          onChange={(value) => change({ settings: { ...guardrail.settings, [setting.name]: value } })}
        />
      ))}
    </div>
  );
}

interface SettingProps {
  readonly label: string;
  readonly setting: SettingDescription;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Setting({ label, setting: { type, description }, value, onChange }: SettingProps) {
  const hint = description?.replaceAll('`', '');
  if (type === 'boolean') return <Checkbox label={label} isSelected={value === true} onChange={onChange} />;
  if (type === 'number' || type === 'integer')
    return (
      <NumberSetting
        label={label}
        hint={hint}
        value={Number(value ?? 0)}
        onChange={onChange}
        isShare={type === 'number'}
      />
    );
  if (type === 'string')
    return <TextField label={label} hint={hint} rows={2} value={String(value ?? '')} onChange={onChange} />;
  if (type.includes('|'))
    return (
      <SelectField
        label={label}
        hint={hint}
        value={String(value ?? '')}
        onChange={onChange}
        options={choicesOf(type.split('|'), {})}
      />
    );
  if (type === 'string[]')
    return (
      <LinesSetting
        label={label}
        hint={hint}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    );
  return <JsonSetting label={label} hint={hint} value={value} onChange={onChange} />;
}

interface NumberProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isShare: boolean;
}

export function NumberSetting({ label, hint, value, onChange, isShare }: NumberProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      {...(isShare ? { min: 0, max: 1, step: 0.01 } : { min: 1, step: 1 })}
      value={String(value)}
      onChange={(text) => onChange(Number(text))}
    />
  );
}

interface LinesProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Typed freely; empty lines do not count. */
function LinesSetting({ label, hint, value, onChange }: LinesProps) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <TextField
      label={label}
      hint={`${hint ?? ''} ${guardrailTexts.perLine}`.trim()}
      rows={4}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(splitList(next, '\n'));
      }}
    />
  );
}

interface JsonProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** What has no simpler form. */
function JsonSetting({ label, hint, value, onChange }: JsonProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string>();
  return (
    <TextField
      label={label}
      hint={`${hint ?? ''} ${guardrailTexts.asJson}`.trim()}
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
