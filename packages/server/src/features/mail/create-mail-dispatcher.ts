import type { Clock, MessageId, TenantId } from '@avow/foundation';
import { forEachConcurrently, repeat } from '@avow/foundation/concurrency';
import { judgeSending } from './judge-sending.ts';
import type { ClaimedMail, MailEnd, MailStore } from './mail-store.ts';
import type { SendMail } from './send-mail.ts';

interface DispatcherOptions {
  readonly store: MailStore;
  readonly send: SendMail;
  readonly clock: Clock;
  readonly onAttempt: (kind: MailEnd['kind'], messageId: MessageId) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface MailDispatcher {
  /** Sends what is due. */
  sendDue(): Promise<void>;
  start(): void;
  /** Sends nothing more. What was leased and not sent is sent after its lease, by the process that runs then. */
  close(): Promise<void>;
}

/** Of one tenant in one round, and at the same time. */
const roundMax = 20;
const atOnceMax = 4;
const tenantsPerRound = 100;
/** Longer than the mails of one tenant in one round can take. */
const leaseMs = 10 * 60_000;
const pollMs = 2000;

/** Sends mail, fairly between tenants. */
export function createMailDispatcher(parts: DispatcherOptions): MailDispatcher {
  const { store, clock, onFailure } = parts;
  let isClosing = false;
  let lastTenant: TenantId | null = null;

  async function sendOf(tenantId: TenantId): Promise<void> {
    const nowMs = clock.nowMs();
    const options = { nowMs, leaseUntilMs: nowMs + leaseMs, limit: roundMax };
    await forEachConcurrently(await store.claimMails(tenantId, options), atOnceMax, async (claimed) => {
      if (!isClosing) await attempt(parts, tenantId, claimed);
    });
  }

  async function sendDue(): Promise<void> {
    const page = { after: lastTenant, limit: tenantsPerRound };
    const due = await store.listTenantsWithMail(clock.nowMs(), page);
    // The round after the last tenant begins with the first.
    lastTenant = due.length === tenantsPerRound ? (due.at(-1) ?? null) : null;
    for (const tenantId of due) {
      if (isClosing) return;
      // One tenant whose mail cannot be claimed must not stop the others.
      await sendOf(tenantId).catch(onFailure);
    }
  }

  let stop: () => Promise<void> = async () => undefined;
  return {
    sendDue,
    start: () => {
      stop = repeat(pollMs, () => sendDue().catch(onFailure));
    },
    close: async () => {
      isClosing = true;
      await stop();
    },
  };
}

async function attempt(
  { store, send, clock, onAttempt }: DispatcherOptions,
  tenantId: TenantId,
  claimed: ClaimedMail,
): Promise<void> {
  const { mailId, messageId, to, subject, text } = claimed;
  const end = judgeSending(await send({ id: mailId, to, subject, text }), claimed, clock.nowMs());
  await store.endMail(tenantId, claimed, end);
  onAttempt(end.kind, messageId);
}
