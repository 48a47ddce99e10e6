import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CallError, call } from '../api/call.ts';
import { startSession } from '../api/session.ts';
import { Notice } from '../design/surface.tsx';
import { signInTexts } from '../texts/sign-in.ts';
import { texts } from '../texts.ts';
import { SignInFrame } from './sign-in.tsx';

/** Signs in with the token of a one-time link, which is in the fragment and so in no log. */
export function LinkSignIn() {
  const navigate = useNavigate();
  const [fault, setFault] = useState<string | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const token = window.location.hash.slice(1);
    // The token works once; nobody needs it in the history.
    window.history.replaceState(null, '', window.location.pathname);
    call('signInWithLink', { body: { token } }).then(
      (me) => {
        startSession(me);
        void navigate({ to: '/account' });
      },
      (error: unknown) =>
        setFault(
          error instanceof CallError && error.code !== 'sign_in_failed'
            ? error.message
            : signInTexts.linkRefused,
        ),
    );
  }, [navigate]);
  return (
    <SignInFrame title={signInTexts.linkTitle}>
      {fault === null ? (
        <p role="status">{texts.loading}</p>
      ) : (
        <>
          <Notice tone="bad">{fault}</Notice>
          <p className="small quiet">{signInTexts.linkHint}</p>
          <a href="/console/">{signInTexts.toSignIn}</a>
        </>
      )}
    </SignInFrame>
  );
}
