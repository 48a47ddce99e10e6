import { setTimeout as sleep } from 'node:timers/promises';
import type { Locked } from '@avow/foundation/files';
import { leaseLost, showFence } from '../transactions/fences.ts';
import { type Coordination, serverNowMs } from './coordination.ts';

/** What a process may do until it gives it back, or does not renew it in time. */
export interface Lease {
  /** Larger than that of everybody who had it before. */
  readonly fence: number;
  /** Aborts if the lease was lost: another may have it. */
  readonly signal: AbortSignal;
}

export interface Leases {
  /** Null: another has it. */
  take(name: string): Promise<Lease | null>;
  giveBack(name: string): Promise<void>;
  /** Does the work under the lease: what it writes after the lease was lost is refused. `busy` if another has it for all of the time that is waited. */
  during<Result>(
    name: string,
    options: { readonly waitMs: number },
    work: (lease: Lease) => Promise<Result>,
  ): Promise<Locked<Result>>;
  /** Gives everything back. */
  close(): Promise<void>;
}

/** How long a process that died keeps others waiting. */
const leaseMs = 10_000;
const renewEveryMs = 3000;
const pollMs = 50;

const takeSql = `INSERT INTO leases (name, holder, fence, until_ms) VALUES ($1, $2, 1, ${serverNowMs} + $3)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = leases.fence + 1, until_ms = excluded.until_ms
  WHERE leases.until_ms <= ${serverNowMs}
  RETURNING fence`;

const renewSql = `UPDATE leases SET until_ms = ${serverNowMs} + $2
  WHERE holder = $1 AND name IN (SELECT jsonb_array_elements_text($3::jsonb)) AND until_ms > ${serverNowMs} RETURNING name, fence`;

/** The fence stays, so that the next holder's is larger. */
const giveBackSql = `UPDATE leases SET until_ms = 0 WHERE name = $1 AND holder = $2 AND fence = $3`;

interface Held extends Lease {
  lose(): void;
  /** By the monotonic clock of this process, and before it is over on the server. */
  untilMs: number;
}

export function openLeases(coordination: Coordination, holder: string): Leases {
  const held = new Map<string, Held>();
  let renewing: NodeJS.Timeout | null = null;

  const forget = (name: string) => {
    held.get(name)?.lose();
    held.delete(name);
  };
  const renew = async () => {
    const untilMs = performance.now() + leaseMs;
    try {
      const { rows } = await coordination.run(renewSql, holder, leaseMs, JSON.stringify([...held.keys()]));
      const renewed = new Map(
        (rows as ReadonlyArray<{ readonly name: string; readonly fence: number }>).map(({ name, fence }) => [
          name,
          fence,
        ]),
      );
      for (const [name, lease] of held) {
        if (renewed.get(name) === lease.fence) lease.untilMs = untilMs;
      }
    } catch {
      // Tried again; what is over by then is lost.
    }
    for (const [name, lease] of held) if (lease.untilMs <= performance.now()) forget(name);
  };
  const schedule = () => {
    if (renewing !== null || held.size === 0) return;
    renewing = setTimeout(() => {
      void renew().finally(() => {
        renewing = null;
        schedule();
      });
    }, renewEveryMs);
    renewing.unref();
  };

  const take = async (name: string): Promise<Lease | null> => {
    if (held.has(name)) return null;
    const untilMs = performance.now() + leaseMs;
    const { rows } = await coordination.run(takeSql, name, holder, leaseMs);
    const row = rows[0] as { readonly fence: number } | undefined;
    if (row === undefined) return null;
    const lost = new AbortController();
    const lease: Held = {
      fence: row.fence,
      signal: lost.signal,
      untilMs,
      lose: () => lost.abort(leaseLost()),
    };
    held.set(name, lease);
    schedule();
    return lease;
  };
  const giveBack = async (name: string) => {
    const lease = held.get(name);
    if (lease === undefined) return;
    held.delete(name);
    // If it fails, the lease ends by itself: only what is held is renewed.
    await coordination.run(giveBackSql, name, holder, lease.fence).catch(() => undefined);
  };
  return {
    take,
    giveBack,
    async during(name, { waitMs }, work) {
      const untilMs = performance.now() + waitMs;
      let lease = await take(name);
      while (lease === null) {
        if (performance.now() >= untilMs) return { kind: 'busy' };
        await sleep(pollMs);
        lease = await take(name);
      }
      const held = lease;
      try {
        return { kind: 'done', value: await showFence({ name, fence: held.fence }, () => work(held)) };
      } finally {
        await giveBack(name);
      }
    },
    async close() {
      if (renewing !== null) clearTimeout(renewing);
      await Promise.all([...held.keys()].map(giveBack));
    },
  };
}
