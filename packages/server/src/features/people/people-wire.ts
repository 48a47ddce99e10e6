import { formatTime, type MeEntry, type PasskeyEntry, type SessionEntry } from '@avow/contract';
import type { SessionId } from '@avow/foundation';
import { userToWire } from './people.ts';
import type { Passkey, Session } from './people-store.ts';
import type { PersonPrincipal } from './sessions.ts';

const timeOrNull = (ms: number | null) => (ms === null ? null : formatTime(ms));

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
