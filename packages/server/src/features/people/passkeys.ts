import type { KeyObject } from 'node:crypto';
import { signInLimits } from '@avow/contract/access';
import { AppError, type Clock, newId, type UserId } from '@avow/foundation';
import type { BeginSession, FoundUser, Passkey, PeopleStore, User } from './people-store.ts';
import type { PublicAddress } from './public-address.ts';
import { createTokenHash, createVouchers } from './secrets.ts';
import { signInFailed, signsInWithProvider } from './sessions.ts';

/** A challenge that the client sends back, and what the browser is asked for. */
interface PasskeyOptions {
  readonly challenge: string;
  readonly options: Readonly<Record<string, unknown>>;
}

interface GivenCredential {
  readonly challenge: string;
  /** As the browser returned it. */
  readonly credential: unknown;
}

/** A passkey that was verified, and what the session that begins with it uses up. */
export interface PasskeySignIn {
  readonly found: FoundUser;
  readonly evidence: Pick<BeginSession, 'challengeHash' | 'passkey'>;
}

export interface PersonPasskeys {
  beginSignIn(address: PublicAddress): Promise<PasskeyOptions>;
  /** Throws `sign_in_failed`. */
  verifySignIn(given: GivenCredential, address: PublicAddress): Promise<PasskeySignIn>;
  beginRegistration(user: User, address: PublicAddress): Promise<PasskeyOptions>;
  register(
    user: User,
    given: GivenCredential & { readonly name: string },
    address: PublicAddress,
  ): Promise<Passkey>;
}

export interface PasskeyContext {
  readonly store: PeopleStore;
  readonly clock: Clock;
  readonly pepper: KeyObject;
  /** Whether only the OpenID provider decides if the person may sign in. */
  readonly isManaged: (user: User) => boolean;
  /** Called if somebody who is known could not sign in. */
  readonly onFailure: (found: FoundUser) => Promise<void>;
}

const relyingPartyName = 'Avow';
const challengeMs = 5 * 60_000;

/** Loaded when it is first needed: it takes longer than the rest of the start. */
const loadWebAuthn = () => import('@simplewebauthn/server');
type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>;

interface Challenge {
  readonly challenge: string;
  /** Null: a sign-in. */
  readonly userId: UserId | null;
}

export function createPasskeys({
  store,
  clock,
  pepper,
  isManaged,
  onFailure,
}: PasskeyContext): PersonPasskeys {
  const vouchers = createVouchers(pepper, 'passkey challenges');
  const hashToken = createTokenHash(pepper, 'challenges');

  function issue(challenge: string, userId: UserId | null): string {
    return vouchers.issue({ challenge, userId } satisfies Challenge, clock.nowMs() + challengeMs);
  }

  /** The challenge, if it was issued for this person, or for a sign-in. */
  function readChallenge(voucher: string, userId: UserId | null): string | null {
    const found = vouchers.read(voucher, clock.nowMs()) as Challenge | null;
    return found !== null && found.userId === userId ? found.challenge : null;
  }

  async function verifyRegistration(user: User, given: GivenCredential, address: PublicAddress) {
    const { verifyRegistrationResponse } = await loadWebAuthn();
    const expectedChallenge = readChallenge(given.challenge, user.userId);
    if (expectedChallenge === null) throw invalidChallenge();
    const verified = await verifyRegistrationResponse({
      response: given.credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      ...{ expectedChallenge, expectedOrigin: [...address.origins], expectedRPID: address.relyingPartyId },
      requireUserVerification: true,
    }).catch(() => null);
    if (verified?.verified !== true) throw invalidCredential();
    return verified.registrationInfo.credential;
  }

  return {
    beginSignIn: async (address) => {
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({
        rpID: address.relyingPartyId,
        userVerification: 'required',
      });
      return { challenge: issue(options.challenge, null), options: { ...options } };
    },
    verifySignIn: async ({ challenge, credential }, address) => {
      const expectedChallenge = readChallenge(challenge, null);
      const found = await findPasskey(store, credential);
      if (expectedChallenge === null || found === null) throw signInFailed();
      const counter = await verifyAssertion({ credential, expectedChallenge, address, ...found });
      if (counter === null) {
        await onFailure(found);
        throw signInFailed();
      }
      const { passkeyId } = found.passkey;
      const evidence = { challengeHash: hashToken(expectedChallenge), passkey: { passkeyId, counter } };
      return { found, evidence };
    },
    beginRegistration: async (user, address) => {
      if (isManaged(user)) throw signsInWithProvider();
      const { generateRegistrationOptions } = await loadWebAuthn();
      const known = await store.listPasskeys(user.tenantId, user.userId);
      if (known.length >= signInLimits.passkeysMax) throw tooManyPasskeys();
      const options = await generateRegistrationOptions({
        ...{ rpName: relyingPartyName, rpID: address.relyingPartyId, attestationType: 'none' },
        ...{
          userID: new TextEncoder().encode(user.userId),
          userName: user.email,
          userDisplayName: user.name,
        },
        excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challenge: issue(options.challenge, user.userId), options: { ...options } };
    },
    register: async (user, { name, ...given }, address) => {
      const { id, publicKey, counter, transports = [] } = await verifyRegistration(user, given, address);
      const nowMs = clock.nowMs();
      const passkey: Passkey = {
        ...{ passkeyId: newId('psk', nowMs), userId: user.userId, credentialId: id, publicKey, counter },
        ...{ transports, name, createdAtMs: nowMs, lastUsedAtMs: null },
      };
      const { passkeysMax } = signInLimits;
      const added = await store.addPasskey(user.tenantId, passkey, { passkeysMax });
      if (added === 'too_many') throw tooManyPasskeys();
      if (added === 'known')
        throw new AppError('invalid_state', { detail: 'This passkey is known already.' });
      return passkey;
    },
  };
}

type FoundPasskey = NonNullable<Awaited<ReturnType<PeopleStore['findPasskey']>>>;

/** By what the authenticator says of the person and the passkey, which proves nothing yet. */
async function findPasskey(store: PeopleStore, credential: unknown): Promise<FoundPasskey | null> {
  const { id, response } = credential as { id?: unknown; response?: { userHandle?: unknown } };
  const handle = response?.userHandle;
  if (typeof id !== 'string' || typeof handle !== 'string') return null;
  return await store.findPasskey(id, Buffer.from(handle, 'base64url').toString() as UserId);
}

/** The new counter of the passkey; null: it is not verified. */
async function verifyAssertion({
  credential,
  expectedChallenge,
  address,
  passkey,
}: {
  readonly credential: unknown;
  readonly expectedChallenge: string;
  readonly address: PublicAddress;
  readonly passkey: Passkey;
}): Promise<number | null> {
  const { verifyAuthenticationResponse }: WebAuthn = await loadWebAuthn();
  const { credentialId: id, publicKey, counter } = passkey;
  const verified = await verifyAuthenticationResponse({
    response: credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    ...{ expectedChallenge, expectedOrigin: [...address.origins], expectedRPID: address.relyingPartyId },
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => null);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : null;
}

function tooManyPasskeys(): AppError {
  const { passkeysMax } = signInLimits;
  return new AppError('invalid_state', {
    detail: `A person can have ${passkeysMax} passkeys. Delete one first.`,
  });
}

function invalidChallenge(): AppError {
  return new AppError('validation_failed', {
    detail: 'The challenge was not issued for this person, or has expired. Begin again.',
    errors: [{ pointer: '/challenge', code: 'invalid_value', message: 'Not issued, or expired' }],
  });
}

function invalidCredential(): AppError {
  return new AppError('validation_failed', {
    detail: 'The credential is not a passkey that was created for this challenge and this address.',
    errors: [{ pointer: '/credential', code: 'invalid_value', message: 'Not verified' }],
  });
}
