import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createTracing } from './tracing.ts';

interface ExportedSpan {
  readonly name: string;
  readonly status: { readonly code?: number; readonly message?: string };
}

interface ExportBody {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: readonly ExportedSpan[] }>;
  }>;
}

/** A collector as OpenTelemetry knows them, which keeps what it is sent. */
async function startCollector() {
  const spans: ExportedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ExportBody;
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { spans, endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe('createTracing', () => {
  it('sends a span for each step to the endpoint, and only the name of an error', async () => {
    const collector = await startCollector();
    const tracing = await createTracing(collector.endpoint);
    expect(await tracing.step('retrieve', async () => 7)).toBe(7);
    await expect(
      tracing.step('answer', () => Promise.reject(new RangeError('a secret question'))),
    ).rejects.toThrow(RangeError);
    await tracing.shutdown();
    collector.close();
    expect(collector.spans.map(({ name }) => name).sort()).toEqual(['answer', 'retrieve']);
    expect(JSON.stringify(collector.spans)).toContain('RangeError');
    expect(JSON.stringify(collector.spans)).not.toContain('a secret question');
  });

  it('only runs the work if no endpoint is set', async () => {
    const tracing = await createTracing(null);
    expect(await tracing.step('retrieve', async () => 7)).toBe(7);
    await tracing.shutdown();
  });
});
