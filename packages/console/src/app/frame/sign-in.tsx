import { useState } from 'react';
import { CallError, call } from '../api/call.ts';
import { sessionEnded, startSession } from '../api/session.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice } from '../design/surface.tsx';
import icon from '../icon.svg';
import { signInTexts } from '../texts/sign-in.ts';

/** Takes the place of every page until somebody has signed in; the address stays, so that they arrive where they wanted. */
export function SignIn() {
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setFault(await findFault(key.trim()));
    setBusy(false);
  };
  return (
    <main className="sign-in">
      <div className="card">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div className="row">
            <img src={icon} alt="" width="28" height="28" />
            <h1>{signInTexts.title}</h1>
          </div>
          {sessionEnded() ? <Notice tone="info">{signInTexts.ended}</Notice> : null}
          <TextField
            label={signInTexts.key}
            hint={signInTexts.keyHint}
            type="password"
            autoComplete="off"
            value={key}
            onChange={setKey}
            isRequired
            fault={fault ?? undefined}
          />
          <Button look="primary" type="submit" isBusy={isBusy}>
            {signInTexts.submit}
          </Button>
        </form>
      </div>
    </main>
  );
}

/** Signs in, or says why not. A key that may not list messages is still a key. */
async function findFault(key: string): Promise<string | null> {
  const fault = await call('listMessages', {
    query: { limit: 1 },
    headers: { authorization: `Bearer ${key}` },
  }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      return error;
    },
  );
  if (fault !== null && fault.status !== 403)
    return fault.status === 401 ? signInTexts.refused : fault.message;
  startSession({ key });
  return null;
}
