import { setTimeout as sleep } from 'node:timers/promises';
import { pack } from '@avow/documents/testing';
import { type Attack, call, createPack, post } from './call-service.ts';
import type { HostileServer } from './hostile-server.ts';
import { inventedVisitors } from './invented-visitors.ts';
import { stolenCredentials } from './stolen-credentials.ts';

const pollMs = 500;
const pagesInArchive = 190;
const nestedElements = 209_000;
const longPrompts = 16;
const wordsInPrompt = 900;

/** Has a source read again and again, as its owner can. */
function readSource(
  name: string,
  settings: (hostile: HostileServer) => Readonly<Record<string, unknown>>,
): Attack {
  return {
    name,
    run: async (target, signal) => {
      const path = await createPack(target, name);
      const created = await post(target, `${path}/sources`, {
        name: 'hostile',
        sync_every_minutes: null,
        ...settings(target.hostile),
      });
      if (created.status !== 201) return `refused: ${JSON.stringify(created.body['detail'])}`;
      const source = `${path}/sources/${created.body['id']}`;
      let syncs = 0;
      let last: unknown;
      while (!signal.aborted) {
        const { body } = await call(target, source);
        if (body['sync'] === null && body['last_sync'] !== null) {
          syncs += 1;
          last = body['last_sync'];
          await post(target, `${source}/sync`, {});
        }
        await sleep(pollMs);
      }
      const { body } = await call(target, source);
      await call(target, source, { method: 'DELETE' });
      return `${syncs} syncs; ${describe(last ?? body['sync'])}; source ${body['status']}`;
    },
  };
}

function describe(sync: unknown): string {
  const { outcome, reason, phase } = Object(sync);
  return `${outcome ?? phase}${typeof reason === 'string' ? `: ${reason}` : ''}`;
}

const archiveOfPages: Attack = {
  name: 'archive',
  run: async (target, signal) => {
    const page = `<html><body>${'<div>'.repeat(nestedElements)}x`;
    const bytes = pack(
      Object.fromEntries(Array.from({ length: pagesInArchive }, (_, index) => [`${index}.html`, page])),
    );
    const path = await createPack(target, 'archive');
    const form = new FormData();
    form.append('file', new File([Buffer.from(bytes)], 'pages.zip', { type: 'application/zip' }));
    const accepted = await call(target, `${path}/documents`, { method: 'POST', body: form });
    const job = `${path}/jobs/${accepted.body['id']}`;
    while (!signal.aborted) {
      const { body } = await call(target, job);
      if (body['status'] !== 'queued' && body['status'] !== 'running')
        return `${bytes.length} bytes; job ${body['status']} after ${elapsed(body)} s`;
      await sleep(pollMs);
    }
    const { body } = await call(target, job);
    await post(target, `${job}/cancel`, {});
    return `${bytes.length} bytes; job still ${body['status']}`;
  },
};

function elapsed(job: Readonly<Record<string, unknown>>): string {
  const ms = Date.parse(String(job['ended_at'])) - Date.parse(String(job['created_at']));
  return (ms / 1000).toFixed(0);
}

/** Clients that never wait, each with a prompt that takes long to screen. */
const longPromptsInFlight: Attack = {
  name: 'long-prompts',
  run: async (target, signal) => {
    const counts: Record<string, number> = {};
    await Promise.all(
      Array.from({ length: longPrompts }, async (_, index) => {
        for (let asked = 0; !signal.aborted; asked += 1) {
          const words = Array.from(
            { length: wordsInPrompt },
            (_, at) => `word${(at * 7 + index + asked) % 997}`,
          );
          const { status, body } = await post(target, '/v1/query', { prompt: words.join(' ') });
          const outcome = String(body['status'] ?? status);
          counts[outcome] = (counts[outcome] ?? 0) + 1;
          if (status !== 200) await sleep(pollMs);
        }
      }),
    );
    return Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ');
  },
};

export const attacks: readonly Attack[] = [
  readSource('sitemap', ({ website }) => ({
    connection: { kind: 'website', url: `${website}/`, delay_ms: 0 },
  })),
  readSource('repository', ({ repository }) => ({ connection: { kind: 'git', url: repository } })),
  readSource('feed', ({ feed }) => ({ connection: { kind: 'feed', url: feed } })),
  readSource('wiki', ({ wiki }) => ({
    connection: { kind: 'confluence', url: wiki, space: 'HR', edition: 'data_center' },
    credentials: { token: 'secret' },
  })),
  archiveOfPages,
  longPromptsInFlight,
  inventedVisitors,
  stolenCredentials,
];
