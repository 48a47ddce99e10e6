import type { HandoverSettings } from '@avow/contract/visitors';
import type { CallError } from '../../api/call.ts';
import { TextField } from '../../design/field.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { Switch } from '../../design/switch.tsx';
import { handoverTexts } from '../../texts/handovers.ts';

interface Props {
  readonly value: HandoverSettings;
  readonly onChange: (value: HandoverSettings) => void;
  readonly error: CallError | null;
  /** Where the settings are in what is sent. */
  readonly place: string;
}

/** How visitors reach a person: in the chat, on a page, or both. */
export function HandoverFields({ value, onChange, error, place }: Props) {
  const set = (change: Partial<HandoverSettings>) => onChange({ ...value, ...change });
  const said = handoverTexts.settings;
  return (
    <>
      <div>
        <Switch label={said.chat} isSelected={value.chat} onChange={(chat) => set({ chat })} />
        <p className="hint">{said.chatHint}</p>
      </div>
      <TextField
        label={said.link}
        value={value.link ?? ''}
        onChange={(link) => set({ link })}
        type="url"
        placeholder="https://www.example.com/contact"
        fault={faultOf(error, `${place}/link`)}
      />
      <TextField
        label={said.linkText}
        value={value.link_text ?? ''}
        onChange={(text) => set({ link_text: text })}
        placeholder={said.linkTextDefault}
        fault={faultOf(error, `${place}/link_text`)}
      />
    </>
  );
}
