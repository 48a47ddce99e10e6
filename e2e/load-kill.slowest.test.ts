import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TenantId } from '@avow/foundation';
import type { DataFolder } from '@avow/server';
import { curatedKey } from '@avow/text';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';

const killCount = 8;
const partCount = 12;
const everyone = { groups: [], nowMs: Date.now() };

let directory: string;
let folder: string;
let data: DataFolder;
let tenantId: TenantId;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-load-kill-'));
  folder = join(directory, 'handbook');
  await mkdir(folder);
  ({ data, tenantId } = await createInstallation(join(directory, 'data')));
});

afterEach(async () => {
  await data.close();
  await rm(directory, { recursive: true, force: true });
});

/** Every file of the folder says which round it is of. Some come and go from round to round. */
async function writeRound(round: number): Promise<void> {
  for (let part = 0; part < partCount; part += 1)
    await writeFile(
      join(folder, `part-${part}.md`),
      `# Part ${part}\n\nThe bell tolls round ${round} here.\n`,
    );
  await rm(join(folder, `comes-${round - 1}.md`), { force: true });
  await writeFile(join(folder, `comes-${round}.md`), `The bell tolls round ${round} here.\n`);
  const pairs = [{ question: 'Which round is it?', answer: `Round ${round}.` }];
  await writeFile(join(folder, 'round.qna.json'), JSON.stringify(pairs));
}

interface Seen {
  readonly version: number;
  readonly round: number;
}

/** What a reader sees at this moment: null before anything is published, else one version, whole. */
async function look(): Promise<Seen | null> {
  const { content } = data.store;
  const served = await content.listServed(tenantId);
  const [pack] = served;
  if (pack === undefined) return null;
  const hits = await data.search.search(tenantId, {
    ...{ kind: 'document', text: 'bell tolls round', vector: null, packs: served },
    ...{ ...everyone, limit: 100, timeoutMs: 60_000 },
  });
  const places = hits.flatMap((hit) => [hit, ...hit.alsoAt.map((place) => ({ ...place, text: hit.text }))]);
  const quotes = await Promise.all(
    places.map((place) => content.readQuote(tenantId, { ...everyone, ...place })),
  );
  const key = curatedKey('Which round is it?');
  const pairs = await content.findCurated(tenantId, { ...everyone, key, packIds: null });
  // Another version came while we looked: all of it is to be seen the next time.
  const [now] = await content.listServed(tenantId);
  if (now?.version !== pack.version) return await look();
  const rounds = new Set(places.map(({ text }) => Number(/round (\d+)/.exec(text)?.[1])));
  expect([...rounds]).toHaveLength(1);
  const [round = 0] = rounds;
  expect(places).toHaveLength(partCount + 1);
  expect(quotes).toEqual(places.map(({ text }) => text));
  expect(pairs.map(({ pair }) => pair.answer)).toEqual([`Round ${round}.`]);
  return { version: pack.version, round };
}

/** Loads the folder in a process of its own; killed after so long where that is given. */
async function load(
  killAfterMs: number | null,
): Promise<{ readonly wasKilled: boolean; readonly workMs: number }> {
  const script = fileURLToPath(new URL('./load-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, join(directory, 'data'), tenantId, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const begunAt = performance.now();
  if (killAfterMs !== null) {
    await Promise.race([sleep(killAfterMs), exited]);
    child.kill('SIGKILL');
  }
  const [code, signal] = await exited;
  if (killAfterMs === null) expect([code, signal]).toEqual([0, null]);
  return { wasKilled: signal === 'SIGKILL', workMs: performance.now() - begunAt };
}

/** Nobody but loads works on the draft: without what the killed one did, it is what is published. */
async function expectTakenBack(): Promise<void> {
  const { content } = data.store;
  const [pack] = await content.listPacks(tenantId, { after: null, limit: 1 });
  if (pack === undefined) throw new Error('there is no pack');
  await content.settleDraft(tenantId, pack.packId, { outcome: 'restored', nowMs: Date.now() });
  const restored = await content.getPack(tenantId, pack.packId);
  expect(restored?.draft).toEqual({ documentCount: partCount + 1, curatedCount: 1, isChanged: false });
}

it('leaves one complete version when a load is killed at any moment, and completes it with the next load', async () => {
  await writeRound(1);
  let { workMs } = await load(null);
  expect(await look()).toEqual({ version: 1, round: 1 });
  let killed = 0;
  let last: Seen = { version: 1, round: 1 };
  for (let round = 2; round <= killCount + 1; round += 1) {
    await writeRound(round);
    let isOver = false;
    // Each in a part of the work of its own, so that few come too late.
    const share = (round - 2 + Math.random()) / killCount;
    const loading = load(share * workMs).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const seen = await look();
      // Never back to what was before, and never to what was not yet there.
      expect(seen?.version).toBeGreaterThanOrEqual(last.version);
      expect(seen?.round).toBeLessThanOrEqual(round);
      if (seen !== null) last = seen;
      await sleep(10);
    }
    const ended = await loading;
    if (ended.wasKilled) killed += 1;
    else workMs = Math.min(workMs, ended.workMs);
    expect(await look()).not.toBeNull();
    // Every other time the next load finds the draft as the kill left it.
    if (round % 2 === 0) await expectTakenBack();
  }
  await load(null);
  expect((await look())?.round).toBe(killCount + 1);
  expect(killed).toBeGreaterThan(killCount / 2);
  const [pack] = await data.store.content.listPacks(tenantId, { after: null, limit: 1 });
  expect(pack?.draft).toEqual({ documentCount: partCount + 1, curatedCount: 1, isChanged: false });
});
