import { AppError } from '@avow/foundation';

/** One error for everybody who cannot be signed in: it must not reveal whether they exist. */
export function signInFailed(): AppError {
  return new AppError('sign_in_failed');
}

export function signsInWithProvider(): AppError {
  return new AppError('invalid_state', { detail: 'You sign in with the OpenID provider alone.' });
}
