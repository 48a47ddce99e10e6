import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { Actor } from '../../keys/access-store.ts';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { sealedSessions } from './people-columns.ts';

export interface EndOfSessions {
  readonly tenantId: string;
  readonly atMs: number;
  readonly actor: Actor | '';
  readonly state: 'signed_out' | 'revoked';
}

/** Ends sessions: each has an entry on the log. */
export function prepareSessionEnds(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const sessions = prepareSealedRows(all, keys, sealedSessions);
  const listOpen = all.read<{ readonly session_id: string }>(
    `SELECT session_id FROM sessions
     WHERE tenant_id = ? AND user_id = ? AND ended_at_ms IS NULL ORDER BY session_id DESC`,
  );
  return {
    /** Newest first. */
    *listOpen(tenantId: string, userId: string): Operation<string[]> {
      return (yield* listOpen.all(tenantId, userId)).map(({ session_id }) => session_id);
    },
    *end(ids: readonly string[], { tenantId, atMs, actor, state }: EndOfSessions): Operation<void> {
      for (const subject of ids) {
        const before = yield* sessions.find(tenantId, subject);
        // One that is not genuine works for nobody.
        if (before === null) continue;
        const session = { ...before, ended_at_ms: atMs, revision: before.revision + 1 };
        yield* sessions.update(session);
        const { revision } = session;
        const commitments = [yield* sessions.rightsOf(session)];
        const event = { kind: 'session', subject, state, atMs, actor, details: [] } as const;
        yield* log.appendRights(tenantId, { ...event, revision, commitments });
      }
    },
  };
}
