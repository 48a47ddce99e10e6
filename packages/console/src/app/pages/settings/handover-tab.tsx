import type { HandoverSettings } from '@avow/contract/visitors';
import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { Switch } from '../../design/switch.tsx';
import { notify } from '../../design/toast.tsx';
import { handoverTexts } from '../../texts/handovers.ts';

/** How visitors reach a person. */
export function HandoverTab() {
  const settings = useCall('getHandoverSettings');
  return <Loaded reading={settings}>{(found) => <HandoverForm settings={found} />}</Loaded>;
}

function HandoverForm({ settings }: { readonly settings: HandoverSettings }) {
  const [chat, setChat] = useState(settings.chat);
  const [link, setLink] = useState(settings.link ?? '');
  const [linkText, setLinkText] = useState(settings.link_text ?? '');
  const replace = useChange('replaceHandoverSettings');
  const said = handoverTexts.settings;
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const submit = () =>
    replace.mutate(
      { body: { chat, link: orNull(link), link_text: orNull(linkText) } },
      { onSuccess: () => notify(said.saved) },
    );
  const faultAt = (pointer: string) =>
    replace.error?.errors.find((each) => each.pointer === pointer)?.message;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{said.hint}</p>
      <div>
        <Switch label={said.chat} isSelected={chat} onChange={setChat} />
        <p className="hint">{said.chatHint}</p>
      </div>
      <TextField
        label={said.link}
        value={link}
        onChange={setLink}
        type="url"
        placeholder="https://www.example.com/contact"
        fault={faultAt('/link')}
      />
      <TextField
        label={said.linkText}
        value={linkText}
        onChange={setLinkText}
        placeholder={said.linkTextDefault}
        fault={faultAt('/link_text')}
      />
      <FormFault error={replace.error} />
      <div>
        <Button look="primary" type="submit" isBusy={replace.isPending}>
          {said.save}
        </Button>
      </div>
    </form>
  );
}
