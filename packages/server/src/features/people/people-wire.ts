import type { MeEntry, PasskeyEntry, SessionEntry, UserEntry, UserLinkEntry } from '@avow/contract/access';
import { formatTime } from '@avow/contract/values';
import type { SessionId } from '@avow/foundation';
import { type IssuedLink, nameableGroups } from './people.ts';
import type { Passkey, Session, User } from './people-store.ts';
import type { PersonPrincipal } from './sessions.ts';

const timeOrNull = (ms: number | null) => (ms === null ? null : formatTime(ms));

export function userToWire(user: User): UserEntry {
  return {
    user_id: user.userId,
    email: user.email,
    name: user.name,
    role: user.role,
    status: user.status,
    groups: [...user.groups],
    all_groups: nameableGroups(user) === null,
    has_password: user.hasPassword,
    passkeys: user.passkeys,
    provider: user.identity !== null,
    created_at: formatTime(user.createdAtMs),
    created_by: user.createdBy,
    updated_at: formatTime(user.updatedAtMs),
    last_sign_in_at: timeOrNull(user.lastSignInAtMs),
  };
}

/** The token is in the fragment, which browsers send to nobody. */
export function linkToWire({ token, expiresAtMs }: IssuedLink, publicUrl: string): UserLinkEntry {
  return { url: `${publicUrl}/console/link#${token}`, expires_at: formatTime(expiresAtMs) };
}

export function sessionToWire(session: Session, current: SessionId | null): SessionEntry {
  return {
    session_id: session.sessionId,
    method: session.method,
    current: session.sessionId === current,
    created_at: formatTime(session.createdAtMs),
    last_used_at: formatTime(session.lastUsedAtMs),
    expires_at: formatTime(session.expiresAtMs),
    address: session.address,
    user_agent: session.userAgent,
  };
}

export function passkeyToWire(passkey: Passkey): PasskeyEntry {
  return {
    passkey_id: passkey.passkeyId,
    name: passkey.name,
    created_at: formatTime(passkey.createdAtMs),
    last_used_at: timeOrNull(passkey.lastUsedAtMs),
  };
}

export function meToWire({ person, scopes }: PersonPrincipal, csrfToken: string): MeEntry {
  const { user, tenant, session } = person;
  return {
    user: userToWire(user),
    tenant: { tenant_id: tenant.tenantId, name: tenant.name },
    session: sessionToWire(session, session.sessionId),
    scopes: [...scopes],
    csrf_token: csrfToken,
  };
}
