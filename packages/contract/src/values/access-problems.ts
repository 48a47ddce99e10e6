import type { ProblemKind } from './problem-kind.ts';

/** Who asks, and what they may do. */
export const accessProblems = {
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    retryable: false,
    meaning: 'The request has neither a valid API key nor a session of a person who is signed in.',
    remedy: 'Send a valid key as "Authorization: Bearer <key>", or sign in.',
  },
  key_expired: {
    status: 401,
    title: 'Key expired',
    retryable: false,
    meaning: 'The API key has expired.',
    remedy: 'Use the key that replaced it, or request a new one.',
  },
  key_revoked: {
    status: 401,
    title: 'Key revoked',
    retryable: false,
    meaning: 'The API key was revoked.',
    remedy: 'Request a new key from the person who manages keys.',
  },
  session_ended: {
    status: 401,
    title: 'Session ended',
    retryable: false,
    meaning:
      'The session has ended: it was not used for too long, reached its limit or was revoked, or the person may no longer sign in.',
    remedy: 'Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    title: 'Sign-in failed',
    retryable: false,
    meaning:
      'The person could not be signed in. Unknown people, wrong passwords and links that were used or have expired all get this response.',
    remedy: 'Check what you entered, or ask an owner for a new link.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    retryable: false,
    meaning: 'The caller is authenticated but lacks the scope that this operation requires.',
    remedy: 'Use a key, or a role, with the scope that the detail names.',
  },
  purpose_required: {
    status: 403,
    title: 'Purpose required',
    retryable: false,
    meaning: 'Content of records is read for a purpose here, and the request names none.',
    remedy: 'Send the id of one of the purposes that the detail names as the header Avow-Purpose.',
  },
  session_required: {
    status: 403,
    title: 'Session required',
    retryable: false,
    meaning: 'This operation is for a person who is signed in, and does not accept an API key.',
    remedy: 'Sign in, and send the session cookie.',
  },
  recent_sign_in_required: {
    status: 403,
    title: 'Recent sign-in required',
    retryable: false,
    meaning: 'Passwords and passkeys can be changed only shortly after a sign-in.',
    remedy: 'Sign in again, then repeat the request.',
  },
  csrf_failed: {
    status: 403,
    title: 'CSRF token missing or wrong',
    retryable: false,
    meaning:
      'A request with a session cookie that changes something must prove that the page meant to send it.',
    remedy: 'Send the csrf_token of GET /v1/me as the header X-CSRF-Token.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Origin not allowed',
    retryable: false,
    meaning: 'A publishable key was sent from a page of an origin that the key is not bound to.',
    remedy: 'Use a key that is bound to the origin of the page. Outside of browsers, use a secret key.',
  },
  tenant_suspended: {
    status: 403,
    title: 'Tenant suspended',
    retryable: false,
    meaning: 'The tenant of the caller is suspended.',
    remedy: 'Contact the operator of this service.',
  },
} as const satisfies Record<string, ProblemKind>;
