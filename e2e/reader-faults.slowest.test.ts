import { cp, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { encoderFolder, ngramsFolder, readerFolder, screenerFolder } from '@avow/weights';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ReadingService, startReadingService } from './reading-service.ts';
import { startServiceProcess } from './service-process.ts';

const readerCount = Math.min(2, availableParallelism());
/** No others come and go while it is counted. */
const env = { AVOW_MODEL_PROCESSES: String(readerCount) };
const rounds = 2;
const clients = 3;
const question = 'How many days of annual leave do I get?';
const sentence = 'Every employee has 28 days of paid annual leave in a calendar year.';

let directory: string;
let service: ReadingService | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-reader-'));
});

afterEach(async () => {
  await service?.close();
  service = undefined;
  await rm(directory, { recursive: true, force: true });
});

/** What lets a process take another folder for the one that the reader was installed in. */
async function installReader(folder: string): Promise<{ readonly NODE_OPTIONS: string }> {
  const models = join(directory, 'models.js');
  await writeFile(
    models,
    `export const encoderFolder = new URL('${encoderFolder}');
     export const ngramsFolder = new URL('${ngramsFolder}');
     export const screenerFolder = new URL('${screenerFolder}');
     export const readerFolder = new URL('${pathToFileURL(folder)}/');`,
  );
  const hook = join(directory, 'hook.js');
  await writeFile(
    hook,
    `import { registerHooks } from 'node:module';
     registerHooks({
       resolve: (name, context, next) =>
         name === '@avow/weights' ? { url: '${pathToFileURL(models)}', shortCircuit: true } : next(name, context),
     });`,
  );
  return { NODE_OPTIONS: `--import=${pathToFileURL(hook)}` };
}

/** Ends a process, unless it has gone by itself. Whether it was there. */
function killProcess(id: number, signal: 'SIGKILL' | 0 = 'SIGKILL'): boolean {
  try {
    return process.kill(id, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

it('answers every question while its readers are killed, and reads again afterwards', async () => {
  const running = await startReadingService({ readers: readerCount, env });
  service = running;
  let isOver = false;
  const responses: Awaited<ReturnType<typeof running.ask>>[] = [];
  const client = async () => {
    while (!isOver) responses.push(await running.ask(question));
  };
  const asking = Promise.all(Array.from({ length: clients }, client));
  for (let round = 1; round <= rounds; round += 1) {
    const before = responses.length;
    for (const id of running.readerIds().slice(-readerCount)) killProcess(id);
    await running.waitForReaders(readerCount * (round + 1));
    await expect.poll(() => responses.length).toBeGreaterThan(before);
  }
  isOver = true;
  await asking;
  for (const response of responses) {
    expect(response.answer).toContain(sentence);
    // An answer without the reader says so.
    const wasRead = response.model_info.summarization_model !== 'none';
    expect(wasRead || response.processing.degraded_mode).toBe(true);
  }
  const lost = running.said.filter((line) => /"event":"lost".*"msg":"reader"/.test(line));
  expect(lost.length).toBeGreaterThanOrEqual(rounds * readerCount);
  const after = await running.askRead(question);
  expect(after.answer).toContain(sentence);
  expect(after.processing.degraded_mode).toBe(false);
  expect(after.model_info.guardrail_model).toContain('avow-reader@');
});

it('leaves no reader process behind when the service is killed', async () => {
  const running = await startReadingService({ readers: readerCount, env });
  const ids = running.readerIds();
  // It is killed while they are at work.
  const asking = Promise.allSettled(Array.from({ length: 8 }, () => running.ask(question)));
  await sleep(100);
  await running.kill();
  await asking;
  await expect.poll(() => ids.filter((id) => killProcess(id, 0))).toEqual([]);
});

it.each(['model.onnx.zst', 'vocab.txt'])(
  'does not start with a damaged %s, and says which file it is',
  async (file) => {
    const folder = join(directory, 'reader');
    await cp(readerFolder, folder, { recursive: true });
    const handle = await open(join(folder, file), 'r+');
    const [byte, at] = [Buffer.alloc(1), 1_000];
    await handle.read(byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ 1;
    await handle.write(byte, 0, 1, at);
    await handle.close();
    const env = { AVOW_DATA_DIR: join(directory, 'data'), ...(await installReader(folder)) };
    const starting = startServiceProcess(env);
    await expect(starting).rejects.toThrow(`${join(folder, file)} is damaged`);
  },
);

it('answers by keyword search if no reader is installed, and warns at the start', async () => {
  const env = await installReader(join(directory, 'nothing'));
  const running = await startReadingService({ env, readers: 0 });
  service = running;
  // Its log comes by another pipe than the line that it is ready.
  const said = () => running.said.join('\n');
  await expect.poll(said).toContain('no reader is installed');
  const response = await running.ask(question);
  expect(response.answer).toContain(sentence);
  expect(response.model_info).toEqual({
    refinement_model: 'none',
    summarization_model: 'none',
    guardrail_model: expect.not.stringContaining('avow-reader'),
  });
  expect(response.processing).toMatchObject({ model_tier: 0, degraded_mode: false });
});
