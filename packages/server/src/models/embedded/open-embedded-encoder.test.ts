import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../errors/user-error.ts';
import type { Encoder } from '../../interfaces/encoder.ts';
import { createTokeniser } from './create-tokeniser.ts';
import type { EncoderEvent } from './encoder-event.ts';
import { type EmbeddedEncoderOptions, openEmbeddedEncoder } from './open-embedded-encoder.ts';
import { tinyVocabulary } from './test-support/tiny-vocabulary.ts';
import { tinyTokensMax, tinyVector, writeTinyEncoder } from './test-support/write-tiny-encoder.ts';

const processUrl = new URL('./test-support/faulty-encoder-process.ts', import.meta.url);
const soon = { timeoutMs: 20_000 };
let folder = '';
let opened: Encoder[] = [];
let events: EncoderEvent[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-encoder-'));
  opened = [];
  events = [];
});

afterEach(async () => {
  for (const encoder of opened) await encoder.close();
  rmSync(folder, { recursive: true });
});

async function open(options: Partial<EmbeddedEncoderOptions> = {}): Promise<Encoder> {
  const encoder = await openEmbeddedEncoder({ folder, onEvent: (event) => events.push(event), ...options });
  opened.push(encoder);
  return encoder;
}

async function openTiny(options: Partial<EmbeddedEncoderOptions> = {}): Promise<Encoder> {
  writeTinyEncoder(folder);
  return await open({ processUrl, ...options });
}

const { tokenise, special } = createTokeniser({ vocabulary: tinyVocabulary, lowerCase: true });

function expectedVector(text: string): number[] {
  const ids = tokenise(text, tinyTokensMax - 2).ids;
  return tinyVector([special.start, ...ids, special.separator]);
}

function expectNear(vector: ArrayLike<number> | null | undefined, expected: readonly number[]): void {
  expect(vector?.length).toBe(expected.length);
  for (const [index, value] of expected.entries()) expect(vector?.[index]).toBeCloseTo(value, 5);
}

async function eventOf<Kind extends EncoderEvent['kind']>(kind: Kind) {
  await expect.poll(() => events.some((event) => event.kind === kind), { timeout: 20_000 }).toBe(true);
  return events.find((event): event is Extract<EncoderEvent, { kind: Kind }> => event.kind === kind);
}

describe('an embedded encoder', () => {
  it('encodes a question with its prefix and passages with theirs, in vectors of length 1', async () => {
    const encoder = await openTiny();
    expectNear(await encoder.encodeQuestion('the record', soon), expectedVector('question: the record'));
    const [passage] = await encoder.encodePassages(['The passages.']);
    expectNear(passage, expectedVector('The passages.'));
    expect(Math.hypot(...(passage ?? []))).toBeCloseTo(1, 5);
  });

  it('keeps the order, and gives the same bits whatever else is in the call', async () => {
    const encoder = await openTiny({ limits: { passagesPerRequest: 3 } });
    const texts = Array.from({ length: 20 }, (_, index) => 'days of the holiday '.repeat((index * 7) % 11));
    const together = await encoder.encodePassages(texts);
    const alone = await Promise.all(texts.map(async (text) => (await encoder.encodePassages([text]))[0]));
    expect(together).toEqual(alone);
    for (const [index, text] of texts.entries()) expectNear(together[index], expectedVector(text));
    expect(await encoder.encodePassages([])).toEqual([]);
  });

  it('cuts a text that is too long for the model at its last token', async () => {
    const encoder = await openTiny();
    const [long, cut] = await encoder.encodePassages(['a '.repeat(5_000), 'a '.repeat(tinyTokensMax - 2)]);
    expect(long).toEqual(cut);
  });

  it.each(['cls', 'none'])('takes the vector as the manifest says: %s', async (pooling) => {
    writeTinyEncoder(folder, { pooling });
    const encoder = await open();
    const [vector] = await encoder.encodePassages(['the record']);
    const ids = [special.start, ...tokenise('the record', 30).ids, special.separator];
    const sum = tinyVectorSum(ids);
    const expected =
      pooling === 'none' ? sum : tinyVectorSum([special.start]).map((value, at) => value + (sum[at] ?? 0));
    expectNear(vector, toLengthOne(expected));
  });

  it('is named for everything that decides its vectors', async () => {
    const names = new Set<string>();
    for (const manifest of [
      {},
      { pooling: 'cls' },
      { question_prefix: '' },
      { tokens_max: 16 },
      { name: 'other' },
    ]) {
      writeTinyEncoder(folder, manifest);
      names.add((await open()).name);
    }
    expect(names.size).toBe(5);
    writeTinyEncoder(folder);
    expect(names).toContain((await open()).name);
  });

  it('runs the model where there is no environment and nothing to write, nor to read but itself', async () => {
    const encoder = await openTiny();
    expect([...((await encoder.encodeQuestion('rights', soon)) ?? [])].slice(0, 4)).toEqual([0, 0, 0, 1]);
    expect(existsSync(join(folder, 'written'))).toBe(false);
  });

  it('answers questions while passages are encoded', async () => {
    const encoder = await openTiny({ limits: { passagesHangMs: 20_000 } });
    const passages = encoder.encodePassages(['wait']);
    passages.catch(() => undefined);
    expect(await encoder.encodeQuestion('the record', soon)).not.toBeNull();
    await encoder.close();
    await expect(passages).rejects.toThrow('The passages are not encoded: the encoder is closed.');
  });

  it('is ready before the first question when asked to be', async () => {
    await openTiny({ preload: true });
    expect(await eventOf('started')).toMatchObject({ lane: 'questions', processId: expect.any(Number) });
  });
});

describe('an encoder whose process is lost', () => {
  it('does over what a killed process was doing, and goes on', async () => {
    const encoder = await openTiny();
    const texts = Array.from({ length: 400 }, () => 'the holiday');
    const passages = encoder.encodePassages(texts);
    process.kill((await eventOf('started'))?.processId ?? 0, 'SIGKILL');
    expect(await passages).toHaveLength(400);
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'lost', 'started']);
  });

  it('gives up a text that breaks the process twice, and the next one works', async () => {
    const encoder = await openTiny({ limits: { backoffMs: 1 } });
    await expect(encoder.encodePassages(['crash'])).rejects.toThrow(
      'The passages are not encoded: the model cannot be run: the process that runs it ended.',
    );
    await expect
      .poll(() => encoder.encodePassages(['a']).catch(() => []), { timeout: 20_000 })
      .toHaveLength(1);
  });

  it('refuses at once while it waits to start the process again, for longer each time', async () => {
    const encoder = await openTiny({ limits: { backoffMs: 60_000, backoffMsMax: 90_000 } });
    expect(await encoder.encodeQuestion('crash', soon)).toBeNull();
    expect(await encoder.encodeQuestion('a', soon)).toBeNull();
    expect(events.filter(({ kind }) => kind === 'lost')).toMatchObject([{ retryMs: 0 }, { retryMs: 60_000 }]);
    // The lanes do not share their fate.
    expect(await encoder.encodePassages(['a'])).toHaveLength(1);
  });

  it.each(['hang', 'wait'])('ends a process that does not answer: %s', async (text) => {
    const encoder = await openTiny({ limits: { passagesHangMs: 300 } });
    await encoder.encodePassages(['a']);
    await expect(encoder.encodePassages([text])).rejects.toThrow('no answer within 0.3 s');
    expect(await eventOf('lost')).toMatchObject({ lane: 'passages', reason: 'hung' });
    expect(await encoder.encodePassages(['a'])).toHaveLength(1);
  });

  it('passes over a question that is not encoded in time, and those behind it', async () => {
    const encoder = await openTiny({ limits: { questionHangMs: 700 } });
    expect(await encoder.encodeQuestion('a', soon)).not.toBeNull();
    const late = encoder.encodeQuestion('hang', { timeoutMs: 50 });
    const behind = encoder.encodeQuestion('b', { timeoutMs: 50 });
    expect(await Promise.all([late, behind])).toEqual([null, null]);
    expect(await eventOf('lost')).toMatchObject({ reason: 'hung' });
    expect(await encoder.encodeQuestion('a', soon)).not.toBeNull();
  });

  it('starts the process for questions again though nobody asks', async () => {
    await openTiny({ preload: true });
    process.kill((await eventOf('started'))?.processId ?? 0, 'SIGKILL');
    await expect
      .poll(() => events.map(({ kind }) => kind), { timeout: 20_000 })
      .toEqual(['started', 'lost', 'started']);
  });

  it('says nothing of a text that the model fails on, and keeps the process', async () => {
    const encoder = await openTiny();
    await expect(encoder.encodePassages(['throw'])).rejects.toThrow(
      /^The passages are not encoded: the model failed: RangeError\.$/,
    );
    expect(await encoder.encodePassages(['a'])).toHaveLength(1);
    expect(events.map(({ kind }) => kind)).toEqual(['started', 'failed']);
  });

  it('ends the process for passages when it is idle, and one that has grown', async () => {
    const idle = await openTiny({ limits: { passagesIdleMs: 20 } });
    expect(await idle.encodePassages(['a'])).toHaveLength(1);
    expect(await eventOf('stopped')).toMatchObject({ lane: 'passages', reason: 'idle' });
    expect(await idle.encodePassages(['a'])).toHaveLength(1);
    events = [];
    const grown = await open({ processUrl, limits: { residentBytesMax: 1 } });
    expect(await grown.encodePassages(['a'])).toHaveLength(1);
    expect(await grown.encodePassages(['a'])).toHaveLength(1);
    expect(await eventOf('stopped')).toMatchObject({ reason: 'grown' });
  });

  it('answers nothing once it is closed, and leaves no process behind', async () => {
    const encoder = await openTiny();
    const question = encoder.encodeQuestion('wait', soon);
    const { processId = 0 } = (await eventOf('started')) ?? {};
    await encoder.close();
    expect(await question).toBeNull();
    expect(await encoder.encodeQuestion('a', soon)).toBeNull();
    await expect(encoder.encodePassages(['a'])).rejects.toThrow('the encoder is closed');
    expect(() => process.kill(processId, 0)).toThrow('ESRCH');
  });

  it('can be closed while a process starts', async () => {
    const encoder = await openTiny();
    const passages = encoder.encodePassages(['a']);
    passages.catch(() => undefined);
    await encoder.close();
    await expect(passages).rejects.toThrow('the encoder is closed');
    expect(events).toEqual([]);
  });
});

describe('the limits of an encoder', () => {
  it('refuses more passages, or longer ones, than one call may bring', async () => {
    const encoder = await openTiny({ limits: { passagesMax: 2, textUnitsMax: 5 } });
    await expect(encoder.encodePassages(['a', 'b', 'c'])).rejects.toThrow('At most 2 passages');
    await expect(encoder.encodePassages(['abcdef'])).rejects.toThrow('more than 5 characters');
    expect(await encoder.encodeQuestion('abcdef', soon)).toBeNull();
    expect(events).toEqual([]);
  });

  it('lets no more wait than it should', async () => {
    const encoder = await openTiny({ limits: { questionsWaitingMax: 1, passageCallsWaitingMax: 1 } });
    const questions = ['a', 'b', 'c'].map((text) => encoder.encodeQuestion(text, soon));
    expect((await Promise.all(questions)).filter((vector) => vector === null).length).toBeGreaterThan(0);
    const passages = await Promise.allSettled(['a', 'b', 'c'].map((text) => encoder.encodePassages([text])));
    const refused = passages.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { message: expect.stringContaining('too many texts wait') } });
  });
});

describe('the files of an encoder', () => {
  it.each(['manifest.json', 'model.onnx', 'vocab.txt'])('says so when %s is missing', async (file) => {
    writeTinyEncoder(folder);
    rmSync(join(folder, file));
    await expect(open()).rejects.toThrow(new UserError(`${join(folder, file)} is missing`));
  });

  it.each(['model.onnx', 'vocab.txt'])('says so when %s is damaged, in length or within', async (file) => {
    writeTinyEncoder(folder);
    const bytes = readFileSync(join(folder, file));
    appendFileSync(join(folder, file), 'x');
    await expect(open()).rejects.toThrow(`${file} is damaged: it has ${bytes.length + 1} bytes`);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(folder, file), bytes);
    await expect(open()).rejects.toThrow(`${file} is damaged: its SHA-256`);
  });

  it('says what is wrong with a manifest', async () => {
    for (const [manifest, reason] of [
      [{ dimensions: 0 }, 'dimensions'],
      [{ kind: 'static' }, 'kind'],
      [{ files: {} }, 'files.model.onnx'],
    ] as const) {
      writeTinyEncoder(folder, manifest);
      await expect(open()).rejects.toThrow(`manifest.json cannot be used: ${reason}`);
    }
    writeFileSync(join(folder, 'manifest.json'), '{');
    await expect(open()).rejects.toThrow('manifest.json cannot be used: it is not JSON');
  });

  it('runs no file that was changed after it was opened', async () => {
    const encoder = await openTiny({ limits: { backoffMs: 1 } });
    appendFileSync(join(folder, 'model.onnx'), 'x');
    await expect(encoder.encodePassages(['a'])).rejects.toThrow('model.onnx is damaged');
    expect(await encoder.encodeQuestion('a', soon)).toBeNull();
    expect(events[0]).toMatchObject({ kind: 'lost', reason: 'not_started' });
    writeTinyEncoder(folder);
    await expect.poll(() => encoder.encodeQuestion('a', soon), { timeout: 20_000 }).not.toBeNull();
  });

  it('refuses a model that gives other vectors than the manifest says', async () => {
    writeTinyEncoder(folder, { dimensions: 15, pooling: 'none', normalise: false });
    await expect((await open()).encodePassages(['a'])).rejects.toThrow(
      'model.onnx gives other vectors than manifest.json says',
    );
  });
});

const shipped = fileURLToPath(new URL('../../../../models/encoder/', import.meta.url));

describe.runIf(existsSync(join(shipped, 'manifest.json')))('the encoder that comes with the product', () => {
  it('puts a question nearer to the passage that answers it than to another', async () => {
    const encoder = await open({ folder: shipped });
    const question = await encoder.encodeQuestion('How many days off do I get?', soon);
    const [answer, other] = await encoder.encodePassages([
      'Employees are entitled to 25 days of paid holiday a year.',
      'The printer on the second floor takes paper of two sizes.',
    ]);
    const nearness = (passage: Float32Array | undefined) =>
      (passage ?? []).reduce(
        (sum: number, value: number, at: number) => sum + value * (question?.[at] ?? 0),
        0,
      );
    expect(nearness(answer)).toBeGreaterThan(nearness(other) + 0.05);
    expect(
      await encoder.encodePassages(['The printer on the second floor takes paper of two sizes.']),
    ).toEqual([other]);
  });
});

function tinyVectorSum(ids: readonly number[]): number[] {
  return ids.length === 1 ? tinyVector(ids) : tinyVector(ids);
}

function toLengthOne(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
