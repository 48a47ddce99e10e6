import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { basePath } from '../api/base-path.ts';
import { type CallError, call } from '../api/call.ts';
import { findPasskey, hasPasskeys } from '../api/passkeys.ts';
import { currentSession, startSession } from '../api/session.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice } from '../design/surface.tsx';
import icon from '../icon.svg';
import { signInTexts } from '../texts/sign-in.ts';
import { texts } from '../texts.ts';

/** Takes the place of every page until somebody has signed in; the address stays, so that they arrive where they wanted. */
export function SignInPage() {
  const methods = useQuery({ queryKey: ['getSignInMethods'], queryFn: () => call('getSignInMethods') });
  const session = currentSession();
  const isRefused = window.location.hash.includes('error=sign_in_failed');
  const found = methods.data;
  const isImpossible = found !== undefined && !found.password && !found.passkey && found.provider === null;
  return (
    <SignInFrame title={signInTexts.title}>
      {session.kind === 'out' && session.because === 'ended' ? (
        <Notice tone="info">{signInTexts.ended}</Notice>
      ) : null}
      {isRefused ? <Notice tone="bad">{signInTexts.providerRefused}</Notice> : null}
      {isImpossible ? <Notice tone="bad">{signInTexts.impossible}</Notice> : null}
      {found === undefined || found.provider === null ? null : (
        <a className="button primary" href={`${basePath}/v1/sign-in/provider`}>
          {signInTexts.provider(found.provider.name)}
        </a>
      )}
      {found?.password === false ? null : <PasswordForm />}
      {found?.passkey === true && hasPasskeys() ? <PasskeyButton /> : null}
      <p className="small quiet">{signInTexts.noLink}</p>
      <a className="small" href={`${basePath}/guide/people-and-sign-in`}>
        {texts.guide}
      </a>
    </SignInFrame>
  );
}

export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="sign-in">
      <div className="card">
        <div className="sign-in-body">
          <div className="row">
            <img src={icon} alt="" width="28" height="28" />
            <h1>{title}</h1>
          </div>
          {children}
        </div>
      </div>
    </main>
  );
}

function PasswordForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tenant, setTenant] = useState('');
  const signIn = useMutation<unknown, CallError>({
    mutationFn: async () => {
      const named = tenant.trim() === '' ? {} : { tenant: tenant.trim() };
      startSession(await call('signInWithPassword', { body: { email: email.trim(), password, ...named } }));
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <TextField
        label={signInTexts.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isRequired
      />
      <TextField
        label={signInTexts.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
      <details>
        <summary>{signInTexts.tenant}</summary>
        <TextField
          label={signInTexts.tenant}
          hint={signInTexts.tenantHint}
          value={tenant}
          onChange={setTenant}
        />
      </details>
      <SignInFault error={signIn.error} />
      <Button look="primary" type="submit" isBusy={signIn.isPending}>
        {signInTexts.submit}
      </Button>
    </form>
  );
}

function PasskeyButton() {
  const signIn = useMutation<unknown, CallError>({
    mutationFn: async () => {
      const asked = await call('createPasskeySignIn', { body: {} });
      const credential = await findPasskey(asked);
      if (credential === null) return;
      startSession(await call('signInWithPasskey', { body: { challenge: asked.challenge, credential } }));
    },
  });
  return (
    <>
      <Button onPress={() => signIn.mutate()} isBusy={signIn.isPending}>
        {signInTexts.passkey}
      </Button>
      <SignInFault error={signIn.error} />
    </>
  );
}

function SignInFault({ error }: { readonly error: CallError | null }) {
  if (error === null) return null;
  return <Notice tone="bad">{error.code === 'sign_in_failed' ? signInTexts.refused : error.message}</Notice>;
}
