import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { notify } from '../../design/toast.tsx';
import { recordTexts } from '../../texts/records.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly initial?: { readonly scope: string; readonly target: string };
}

export function HoldDialog({ isOpen, onClose, initial }: Props) {
  const [scope, setScope] = useState(initial?.scope ?? 'end_user');
  const [target, setTarget] = useState(initial?.target ?? '');
  const [reason, setReason] = useState('');
  const place = useChange('placeHold');
  const name = { message: 'message_id', thread: 'thread_id', end_user: 'end_user_id' }[scope];
  const submit = () =>
    place.mutate(
      { body: { scope, reason: reason.trim(), ...(name === undefined ? {} : { [name]: target.trim() }) } },
      {
        onSuccess: () => {
          notify(recordTexts.active);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={recordTexts.holdTitle}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: recordTexts.hold, isBusy: place.isPending }}
    >
      <p className="quiet">{recordTexts.holdHint}</p>
      <SelectField
        label={recordTexts.holdScope}
        value={scope}
        onChange={setScope}
        options={Object.entries(recordTexts.holdScopes).map(([value, label]) => ({ value, label }))}
      />
      {name === undefined ? null : (
        <TextField
          label={recordTexts.holdTarget}
          value={target}
          onChange={setTarget}
          isRequired
          fault={faultOf(place.error, `/${name}`)}
        />
      )}
      <TextField
        label={recordTexts.holdReason}
        rows={2}
        value={reason}
        onChange={setReason}
        isRequired
        fault={faultOf(place.error, '/reason')}
      />
      <FormFault error={place.error} />
    </Dialog>
  );
}
