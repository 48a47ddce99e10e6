import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { endAfterBody } from './end-after-body.ts';

/** The body of a request that is still arriving. */
const arriving = () => Object.assign(new PassThrough(), { complete: false });
const payload = Buffer.from('too large');

describe('a response to a request that is still arriving', () => {
  it('is sent immediately, and ends with the request', async () => {
    const body = arriving();
    const response = endAfterBody(payload, body as unknown as IncomingMessage);
    const chunks: string[] = [];
    response.on('data', (chunk) => chunks.push(String(chunk)));
    body.write('x');
    await expect.poll(() => chunks).toEqual(['too large']);
    expect(response.readableEnded).toBe(false);
    body.end();
    await expect.poll(() => response.readableEnded).toBe(true);
  });

  it.each([
    ['sends too much', { bytesMax: 10, timeMaxMs: 60_000 }],
    ['takes too long', { bytesMax: 1_000_000, timeMaxMs: 20 }],
  ])('ends before it if the client %s', async (_, limits) => {
    const body = arriving();
    body.write('x'.repeat(11));
    expect(await text(endAfterBody(payload, body as unknown as IncomingMessage, limits))).toBe('too large');
    expect(body.readableFlowing).toBe(false);
  });

  it('ends immediately if everything has arrived', async () => {
    const body = Object.assign(new PassThrough(), { complete: true });
    expect(await text(endAfterBody(payload, body as unknown as IncomingMessage))).toBe('too large');
  });
});
