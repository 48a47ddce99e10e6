import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { createPasskey, hasPasskeys } from '../../api/passkeys.ts';
import { startSession } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { accountTexts } from '../../texts/account.ts';
import { texts } from '../../texts.ts';

export function PasskeysCard() {
  const passkeys = useCall('listPasskeys');
  const remove = useChange('deletePasskey');
  return (
    <Card title={accountTexts.passkeys}>
      <div className="stack">
        <p className="quiet">{accountTexts.passkeysHint}</p>
        <Loaded reading={passkeys}>
          {({ data }) => (
            <ul className="stack tight">
              {data.length === 0 ? <li className="quiet">{accountTexts.noPasskeys}</li> : null}
              {data.map((passkey) => (
                <li key={passkey.passkey_id} className="row between">
                  <span>{`${passkey.name}, ${formatDateTime(passkey.created_at)}`}</span>
                  <Button
                    look="small"
                    aria-label={`${texts.actions.remove} ${passkey.name}`}
                    onPress={() => remove.mutate({ params: { passkey_id: passkey.passkey_id } })}
                  >
                    {texts.actions.remove}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <PasskeyFault error={remove.error} />
        {hasPasskeys() ? <AddPasskey /> : <p className="quiet">{accountTexts.unsupported}</p>}
      </div>
    </Card>
  );
}

function AddPasskey() {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const add = useMutation<boolean, CallError>({
    mutationFn: async () => {
      const asked = await call('createPasskeyRegistration', { body: {} });
      const credential = await createPasskey(asked);
      if (credential === null) return false;
      await call('addPasskey', { body: { challenge: asked.challenge, credential, name: name.trim() } });
      return true;
    },
    onSuccess: async (isAdded) => {
      notify(isAdded ? accountTexts.passkeyAdded : accountTexts.passkeyDeclined);
      await client.invalidateQueries();
      if (isAdded) startSession(await call('getMe'));
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <TextField label={accountTexts.passkeyName} value={name} onChange={setName} isRequired />
      <PasskeyFault error={add.error} />
      <div>
        <Button type="submit" isBusy={add.isPending}>
          {accountTexts.addPasskey}
        </Button>
      </div>
    </form>
  );
}

function PasskeyFault({ error }: { readonly error: CallError | null }) {
  if (error?.code === 'recent_sign_in_required') return <Notice tone="bad">{accountTexts.recent}</Notice>;
  return <FormFault error={error} />;
}
