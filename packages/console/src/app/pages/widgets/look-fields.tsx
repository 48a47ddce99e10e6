import { useId, useState } from 'react';
import type { CallError } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, SelectField, TextField } from '../../design/field.tsx';
import { FilePicker } from '../../design/file-picker.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { widgetPageTexts } from '../../texts/widgets.ts';
import { shrinkPicture } from './shrink-picture.ts';
import type { WidgetLook } from './widget-form.ts';

interface Props {
  readonly look: WidgetLook;
  readonly onChange: (look: WidgetLook) => void;
  readonly error: CallError | null;
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Where a widget is on the page, its colours and its logo. */
export function LookFields({ look, onChange, error }: Props) {
  const set = (change: Partial<WidgetLook>) => onChange({ ...look, ...change });
  return (
    <div className="stack">
      <SelectField
        label={widgetPageTexts.position}
        value={look.position}
        onChange={(position) => set({ position: position as WidgetLook['position'] })}
        options={optionsOf(widgetPageTexts.positions)}
      />
      <SelectField
        label={widgetPageTexts.theme}
        value={look.theme}
        onChange={(theme) => set({ theme: theme as WidgetLook['theme'] })}
        options={optionsOf(widgetPageTexts.themes)}
      />
      <ColorField
        label={widgetPageTexts.accent}
        hint={widgetPageTexts.accentHint}
        usual="#1d4ed8"
        color={look.accent_color}
        onChange={(accent_color) => set({ accent_color })}
        fault={faultOf(error, '/settings/accent_color')}
      />
      <ColorField
        label={widgetPageTexts.header}
        usual="#ffffff"
        color={look.header_color}
        onChange={(header_color) => set({ header_color })}
        fault={faultOf(error, '/settings/header_color')}
      />
      <LogoField
        logo={look.logo}
        onChange={(logo) => set({ logo })}
        fault={faultOf(error, '/settings/logo')}
      />
      <SelectField
        label={widgetPageTexts.mark}
        value={look.mark}
        onChange={(mark) => set({ mark: mark as WidgetLook['mark'] })}
        options={optionsOf(widgetPageTexts.marks)}
      />
      <TextField
        label={widgetPageTexts.privacy}
        hint={widgetPageTexts.privacyHint}
        type="url"
        value={look.privacy_url}
        onChange={(privacy_url) => set({ privacy_url })}
        placeholder="https://www.example.com/privacy"
        fault={faultOf(error, '/settings/privacy_url')}
      />
    </div>
  );
}

interface ColorProps {
  readonly label: string;
  readonly hint?: string;
  readonly usual: string;
  readonly color: string | null;
  readonly onChange: (color: string | null) => void;
  readonly fault: string | undefined;
}

/** The usual colour, or one that is picked or typed. */
function ColorField({ label, hint, usual, color, onChange, fault }: ColorProps) {
  return (
    <fieldset className="field plain">
      <legend className="label">{label}</legend>
      {hint === undefined ? null : <span className="hint">{hint}</span>}
      <Checkbox
        label={widgetPageTexts.usualColor}
        isSelected={color === null}
        onChange={(isUsual) => onChange(isUsual ? null : usual)}
      />
      {color === null ? null : (
        <div className="row color-row">
          <input
            type="color"
            aria-label={widgetPageTexts.ownColor(label)}
            value={/^#[0-9a-f]{6}$/i.test(color) ? color : usual}
            onChange={(event) => onChange(event.target.value)}
          />
          <TextField
            label={widgetPageTexts.code}
            value={color}
            onChange={onChange}
            fault={fault}
            isMono
            isRequired
          />
        </div>
      )}
    </fieldset>
  );
}

interface LogoProps {
  readonly logo: string | null;
  readonly onChange: (logo: string | null) => void;
  readonly fault: string | undefined;
}

function LogoField({ logo, onChange, fault }: LogoProps) {
  const id = useId();
  const [wrong, setWrong] = useState<string | null>(null);
  const pick = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    const shrunk = await shrinkPicture(file);
    setWrong(typeof shrunk === 'string' ? faults[shrunk] : null);
    if (typeof shrunk !== 'string') onChange(shrunk.logo);
  };
  const said = wrong ?? fault;
  return (
    <fieldset className="field plain" aria-describedby={id}>
      <legend className="label">{widgetPageTexts.logo}</legend>
      <FilePicker
        label={widgetPageTexts.logoPick}
        hint={widgetPageTexts.logoHint}
        onPick={(files) => void pick(files)}
      />
      {logo === null ? null : (
        <div className="row">
          <span className="small">{widgetPageTexts.logoSet}</span>
          <Button look="small" onPress={() => onChange(null)}>
            {widgetPageTexts.logoRemove}
          </Button>
        </div>
      )}
      <span id={id} className="fault" role="status">
        {said}
      </span>
    </fieldset>
  );
}

const faults = { unreadable: widgetPageTexts.logoUnreadable, too_big: widgetPageTexts.logoTooBig };
