import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Urgency } from './fork-model-process.ts';
import { readReaderManifest } from './read-reader-manifest.ts';
import type { ReaderAnswer, ReaderRequest } from './reader-request.ts';
import { type ModelProcess, startModelProcess } from './start-model-process.ts';
import { writeTinyReader } from './test-support/write-tiny-reader.ts';

let folder = '';
let model: ModelProcess<ReaderRequest, ReaderAnswer>;

async function start(urgency: Urgency): Promise<ModelProcess<ReaderRequest, ReaderAnswer>> {
  return startModelProcess({
    toLoad: { folder, manifest: await readReaderManifest(folder), threads: 1, preparedFolder: null },
    processUrl: new URL('./reader-process.ts', import.meta.url),
    startMs: 20_000,
    urgency,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avow-process-'));
  writeTinyReader(folder);
  model = await start('waited_for');
  expect(await model.ready).toMatchObject({ message: { kind: 'ready' } });
});
afterEach(async () => {
  await model.end();
  rmSync(folder, { recursive: true });
});

const request: ReaderRequest = { task: 'read', ids: [1, 2, 3], secondSegmentAt: 2 };

/** What was answered, held by nobody. */
async function askAndForget(): Promise<WeakRef<object>> {
  const turn = await model.ask(request, 300_000);
  if (turn.kind !== 'said' || turn.message.kind !== 'answered') throw new Error('there is no answer');
  return new WeakRef(turn.message.answer);
}

describe('a process that runs a model', () => {
  it('keeps no answer once it was given, however long it lives', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const answers = [await askAndForget(), await askAndForget(), await askAndForget()];
    const isKept = () => {
      collect();
      return answers.some((answer) => answer.deref() !== undefined);
    };
    await expect.poll(isKept).toBe(false);
  });

  it('answers requests in order, and reports its end to later calls', async () => {
    expect(await model.ask(request, 300_000)).toMatchObject({ kind: 'said', message: { kind: 'answered' } });
    await model.end();
    expect(await model.ended).toBe('SIGKILL');
    expect(await model.ask(request, 300_000)).toEqual({ kind: 'ended', how: 'SIGKILL' });
  });

  it('leaves the processor to the process that serves, and one in the background leaves it to both', async () => {
    const background = await start('background');
    expect(await background.ready).toMatchObject({ message: { kind: 'ready' } });
    const [own, waitedFor, later] = [0, model.processId, background.processId].map((id) => getPriority(id));
    await background.end();
    expect(own).toBeLessThan(waitedFor ?? 0);
    expect(waitedFor).toBeLessThan(later ?? 0);
  });
});
