import { describe, expect, it } from 'vitest';
import { useTinyEncoders } from './test-support/tiny-encoders.ts';

const soon = { timeoutMs: 300_000, owner: 'one' };
/** Of a process that hangs. Those that work must answer within it, on a busy machine, too. */
const passagesHangMs = 4_000;
const { events, kinds, openTiny, eventOf } = useTinyEncoders();

describe('an encoder whose process is lost', () => {
  it('does over what a killed process was to do, and goes on', async () => {
    const encoder = await openTiny({
      onEvent: (event) => {
        if (event.kind === 'started' && kinds().length === 0) process.kill(event.processId, 'SIGKILL');
        events().push(event);
      },
    });
    expect(
      await encoder.encodePassages(
        Array.from({ length: 40 }, () => 'the holiday'),
        soon,
      ),
    ).toHaveLength(40);
    expect(kinds()).toEqual(['started', 'lost', 'started']);
  });

  it('does over what a process was killed over, once, and the next one works', async () => {
    const encoder = await openTiny({ limits: { passagesHangMs } });
    const passages = encoder.encodePassages(['a', 'wait', 'b'], { owner: 'one' });
    passages.catch(() => undefined);
    process.kill((await eventOf('started'))?.processId ?? 0, 'SIGKILL');
    await expect(passages).rejects.toThrow('no answer within 4 s');
    expect(kinds()).toEqual(['started', 'lost', 'started', 'lost']);
    await expect.poll(() => encoder.encodePassages(['a'], { owner: 'one' }).catch(() => [])).toHaveLength(1);
  });

  it('gives up a text that breaks the process twice, and the next one works', async () => {
    const encoder = await openTiny({ limits: { backoffMs: 1 } });
    await expect(encoder.encodePassages(['crash'], { owner: 'one' })).rejects.toThrow(
      'The passages are not encoded: the model cannot be run: the process that runs it ended (SIGABRT).',
    );
    await expect.poll(() => encoder.encodePassages(['a'], { owner: 'one' }).catch(() => [])).toHaveLength(1);
  });

  it('waits before it starts the process again, for longer each time, and does without it until then', async () => {
    const encoder = await openTiny({ limits: { backoffMs: 60_000, backoffMsMax: 90_000 } });
    // The first text is blamed itself, and the next one without an answer in between is not.
    expect(await encoder.encodeQuestion('crash', soon)).toBeNull();
    expect(await encoder.encodeQuestion('crash', soon)).toBeNull();
    expect(await encoder.encodeQuestion('a', { timeoutMs: 200, owner: 'one' })).toBeNull();
    expect(events().filter(({ kind }) => kind === 'lost')).toMatchObject([
      ...[{ retryMs: 0 }, { retryMs: 60_000 }],
      ...[{ retryMs: 0 }, { retryMs: 60_000 }],
    ]);
    // The lanes do not share their fate.
    expect(await encoder.encodePassages(['a'], { owner: 'one' })).toHaveLength(1);
  });

  it.each(['hang', 'wait'])('ends a process that does not answer: %s', async (text) => {
    const encoder = await openTiny({ limits: { passagesHangMs } });
    await encoder.encodePassages(['a'], { owner: 'one' });
    await expect(encoder.encodePassages([text], { owner: 'one' })).rejects.toThrow('no answer within 4 s');
    expect(await eventOf('lost')).toMatchObject({ lane: 'passages', reason: 'hung' });
    expect(await encoder.encodePassages(['a'], { owner: 'one' })).toHaveLength(1);
  });

  it('passes over a question that is not encoded in time, and those behind it', async () => {
    const encoder = await openTiny({ limits: { questionHangMs: 4_000 } });
    expect(await encoder.encodeQuestion('a', soon)).not.toBeNull();
    const late = encoder.encodeQuestion('hang', { timeoutMs: 50, owner: 'one' });
    const behind = encoder.encodeQuestion('b', { timeoutMs: 50, owner: 'one' });
    expect(await Promise.all([late, behind])).toEqual([null, null]);
    expect(await eventOf('lost')).toMatchObject({ reason: 'hung' });
    expect(await encoder.encodeQuestion('a', soon)).not.toBeNull();
  });

  it('starts the process for questions again though nobody asks', async () => {
    await openTiny({ preload: true });
    process.kill((await eventOf('started'))?.processId ?? 0, 'SIGKILL');
    await expect.poll(() => kinds()).toEqual(['started', 'lost', 'started']);
  });

  it('says nothing of a text that the model fails on, and keeps the process', async () => {
    const encoder = await openTiny();
    await expect(encoder.encodePassages(['throw'], { owner: 'one' })).rejects.toThrow(
      /^The passages are not encoded: the model failed: RangeError\.$/,
    );
    expect(await encoder.encodePassages(['a'], { owner: 'one' })).toHaveLength(1);
    expect(kinds()).toEqual(['started', 'failed']);
  });

  it('ends the process for passages when it is idle', async () => {
    const encoder = await openTiny({ limits: { passagesIdleMs: 20 } });
    expect(await encoder.encodePassages(['a'], { owner: 'one' })).toHaveLength(1);
    expect(await eventOf('stopped')).toMatchObject({ lane: 'passages', reason: 'idle' });
    expect(await encoder.encodePassages(['a'], { owner: 'one' })).toHaveLength(1);
  });

  it('replaces a process that has grown', async () => {
    const encoder = await openTiny({ limits: { residentBytesMax: 1 } });
    expect(await encoder.encodePassages(['a'], { owner: 'one' })).toHaveLength(1);
    expect(await encoder.encodePassages(['a'], { owner: 'one' })).toHaveLength(1);
    expect(await eventOf('stopped')).toMatchObject({ lane: 'passages', reason: 'grown' });
  });

  it('answers nothing once it is closed, and leaves no process behind', async () => {
    const encoder = await openTiny();
    const question = encoder.encodeQuestion('wait', soon);
    const { processId = 0 } = (await eventOf('started')) ?? {};
    await encoder.close();
    expect(await question).toBeNull();
    expect(await encoder.encodeQuestion('a', soon)).toBeNull();
    await expect(encoder.encodePassages(['a'], { owner: 'one' })).rejects.toThrow('the encoder is closed');
    expect(() => process.kill(processId, 0)).toThrow('ESRCH');
  });

  it('says how a process that cannot be started ended', async () => {
    const encoder = await openTiny({
      processUrl: new URL('./test-support/missing.ts', import.meta.url),
      limits: { lossesMax: 1 },
    });
    await expect(encoder.encodePassages(['a'], { owner: 'one' })).rejects.toThrow(
      'does not start (exit code 1)',
    );
    expect(events()).toMatchObject([{ kind: 'lost', reason: 'not_started' }]);
  });

  it('can be closed while a process starts', async () => {
    const encoder = await openTiny();
    const passages = encoder.encodePassages(['a'], { owner: 'one' });
    passages.catch(() => undefined);
    await encoder.close();
    await expect(passages).rejects.toThrow('the encoder is closed');
    expect(events()).toEqual([]);
  });
});
