import { setTimeout as sleep } from 'node:timers/promises';
import { createNotifier } from '@avow/foundation/concurrency';
import { type Coordination, serverNowMs } from '@avow/storage/nodes';
import { Connection } from '@avow/storage/postgres';
import type { Nodes } from '../nodes.ts';

/** What nodes hear from each other. */
export interface Announcements extends Pick<Nodes, 'on' | 'onMissed' | 'announce' | 'consult' | 'survey'> {
  /** Whether this process has heard everything until a moment ago. */
  isHearing(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AnnouncementsParts {
  readonly coordination: Coordination;
  readonly nodeId: string;
  readonly listAlive: () => Promise<readonly string[]>;
  /** How long an answer of another node is waited for. */
  readonly answersMsMax?: number;
}

/** A pooler may not pass notifications on: then announcements are found by looking. */
const lookEveryMs = 1000;
/** Announcements are committed in no particular order: those of this time are looked at again. */
const lookedBackMs = 10_000;
/** After this time without a look something may have been missed. */
const missedMs = 6000;
const keptMs = 600_000;
const defaultAnswersMsMax = 10_000;
const answersPollMs = 50;
const channel = 'avow_nodes';

const announceSql = `WITH gone AS (DELETE FROM announcements WHERE at_ms < ${serverNowMs} - ${keptMs}),
  added AS (INSERT INTO announcements (sender, name, body, at_ms) VALUES ($1, $2, $3, ${serverNowMs}) RETURNING seq)
  SELECT seq, pg_notify('${channel}', '') FROM added`;
const readSql = `SELECT seq, name, body FROM announcements
  WHERE at_ms > ${serverNowMs} - ${lookedBackMs} AND sender <> $1 ORDER BY seq`;
const answerSql = `INSERT INTO announcement_answers (seq, node_id, answer)
  SELECT seq, $2, $3 FROM announcements WHERE seq = $1 ON CONFLICT DO NOTHING`;
const answersSql = 'SELECT node_id, answer FROM announcement_answers WHERE seq = $1';
/** Only who has asked reads them, and they may be large. */
const discardAnswersSql = 'DELETE FROM announcement_answers WHERE seq = $1';

interface AnswerRow {
  readonly node_id: string;
  readonly answer: string;
}

interface Asked {
  readonly answers: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

interface Announcement {
  readonly seq: number;
  readonly name: string;
  readonly body: string;
}

export function createAnnouncements(parts: AnnouncementsParts): Announcements {
  const { coordination, nodeId, listAlive, answersMsMax = defaultAnswersMsMax } = parts;
  const handlers = new Map<string, Parameters<Nodes['on']>[1]>();
  const wake = createNotifier();
  const stopping = new AbortController();
  let seen = new Set<number>();
  let listening: Connection | null = null;
  let running: Promise<void> | null = null;
  let caughtUp: () => Promise<void> = async () => undefined;
  let heardAtMs = 0;

  const read = async () => (await coordination.run(readSql, nodeId)).rows as readonly Announcement[];
  const announce = async (name: string, body: string): Promise<number> => {
    const { rows } = await coordination.run(announceSql, nodeId, name, body);
    return (rows[0] as Pick<Announcement, 'seq'>).seq;
  };

  async function listen(): Promise<void> {
    if (listening !== null && !listening.isLost) return;
    listening = await Connection.open(coordination.url).catch(() => null);
    listening?.onNotification(() => wake.notify());
    await listening?.exec(`LISTEN ${channel}`).catch(() => undefined);
  }

  async function hear(): Promise<void> {
    const readAtMs = performance.now();
    const found = await read();
    if (readAtMs - heardAtMs > missedMs) await caughtUp();
    heardAtMs = readAtMs;
    const fresh = found.filter(({ seq }) => !seen.has(seq));
    seen = new Set(found.map(({ seq }) => seq));
    await Promise.all(
      fresh.map(async ({ seq, name, body }) => {
        try {
          const answer = await handlers.get(name)?.(body);
          if (answer !== undefined) await coordination.run(answerSql, seq, nodeId, answer);
        } catch {
          seen.delete(seq);
        }
      }),
    );
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // What fails is looked at again.
      await listen();
      await hear().catch(() => undefined);
      await wake.wait(lookEveryMs, stopping.signal);
    }
    await listening?.close();
  }

  async function ask(name: string, body: string, waitMs: number): Promise<Asked> {
    const others = async () => (await listAlive()).filter((one) => one !== nodeId);
    let answers: Asked['answers'] = new Map();
    if ((await others()).length === 0) return { answers, isComplete: true };
    const seq = await announce(name, body);
    for (const untilMs = performance.now() + waitMs; performance.now() < untilMs; ) {
      const { rows } = await coordination.run(answersSql, seq);
      answers = new Map((rows as readonly AnswerRow[]).map((row) => [row.node_id, row.answer]));
      // A node that has died meanwhile holds nothing any more.
      if ((await others()).every((one) => answers.has(one))) {
        await coordination.run(discardAnswersSql, seq).catch(() => undefined);
        return { answers, isComplete: true };
      }
      await sleep(answersPollMs);
    }
    return { answers, isComplete: false };
  }

  return {
    on: (name, handler) => void handlers.set(name, handler),
    onMissed: (handler) => {
      caughtUp = handler;
    },
    isHearing: () => performance.now() - heardAtMs <= missedMs,
    announce: async (name, body) => void (await announce(name, body)),
    async consult(name, body) {
      const { answers, isComplete } = await ask(name, body, answersMsMax);
      return isComplete ? [...answers.values()] : null;
    },
    survey: async (name, body, waitMs) => (await ask(name, body, waitMs)).answers,
    async start() {
      // Those of a moment ago are heard as well: who made them waits for everybody who is alive by now.
      await read();
      heardAtMs = performance.now();
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
