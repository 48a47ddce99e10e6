import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { basePath } from '../api/base-path.ts';
import { CallError, call } from '../api/call.ts';
import { startSession } from '../api/session.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/surface.tsx';
import { signInTexts } from '../texts/sign-in.ts';
import { SignInFrame } from './sign-in-page.tsx';

/**
 * Signs in with the token of a one-time link, which is in the fragment and so in no log. Only when asked to: a program that
 * looks at links in messages would use it up, and somebody else's link would change the account unnoticed.
 */
export function LinkSignIn() {
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    // The token works once; nobody needs it in the history.
    window.history.replaceState(null, '', window.location.pathname);
  }, []);
  const signIn = useMutation({
    mutationFn: () => call('signInWithLink', { body: { token } }),
    onSuccess: (me) => {
      startSession(me);
      void navigate({ to: '/account' });
    },
  });
  return (
    <SignInFrame title={signInTexts.linkTitle}>
      {signIn.error === null ? (
        <>
          <p>{signInTexts.linkExplained}</p>
          <Button look="primary" isBusy={signIn.isPending} onPress={() => signIn.mutate()}>
            {signInTexts.linkSignIn}
          </Button>
        </>
      ) : (
        <>
          <Notice tone="bad">{faultOf(signIn.error)}</Notice>
          <p className="small quiet">{signInTexts.linkHint}</p>
          <a href={`${basePath}/console/`}>{signInTexts.toSignIn}</a>
        </>
      )}
    </SignInFrame>
  );
}

const faultOf = (error: Error) =>
  error instanceof CallError && error.code !== 'sign_in_failed' ? error.message : signInTexts.linkRefused;
