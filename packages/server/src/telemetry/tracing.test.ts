import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createLog } from '@avow/foundation/log';
import { type LanguageModel, ModelFault } from '@avow/inference';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMetrics } from './metrics.ts';
import { observeModel } from './observe-model.ts';
import { openLogSink } from './send-logs.ts';
import { startSendingMetrics } from './send-metrics.ts';
import { createTracing } from './tracing.ts';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly Attribute[];
}

interface LogRecord {
  readonly severityText: string;
  readonly body: { readonly stringValue: string };
  readonly traceId?: string;
  readonly attributes: readonly Attribute[];
}

interface Metric {
  readonly name: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: ReadonlyArray<{ asDouble: number }> };
  readonly gauge?: { readonly dataPoints: ReadonlyArray<{ asDouble: number }> };
  readonly histogram?: {
    readonly dataPoints: ReadonlyArray<{
      readonly count: number;
      readonly sum: number;
      readonly bucketCounts: readonly number[];
      readonly explicitBounds: readonly number[];
    }>;
  };
}

/** A collector as OpenTelemetry knows them, which keeps what it is sent. */
async function startCollector() {
  const sent = { spans: [] as Span[], logs: [] as LogRecord[], metrics: [] as Metric[], text: '' };
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, never>;
    sent.text += JSON.stringify(body);
    const flatten = (outer: string, inner: string, items: string): never[] =>
      ((body[outer] ?? []) as Record<string, Record<string, never[]>[]>[]).flatMap((one) =>
        (one[inner] ?? []).flatMap((scope) => scope[items] ?? []),
      );
    sent.spans.push(...flatten('resourceSpans', 'scopeSpans', 'spans'));
    sent.logs.push(...flatten('resourceLogs', 'scopeLogs', 'logRecords'));
    sent.metrics.push(...flatten('resourceMetrics', 'scopeMetrics', 'metrics'));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { sent, endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const attributeOf = ({ attributes }: { readonly attributes: readonly Attribute[] }, key: string) =>
  Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

let collector: Awaited<ReturnType<typeof startCollector>>;

beforeAll(async () => {
  collector = await startCollector();
});

afterAll(() => collector.close());

describe('createTracing', () => {
  it('sends a span for each step to the endpoint, and only the name of an error', async () => {
    const tracing = await createTracing(collector.endpoint);
    expect(await tracing.step('retrieve', async () => 7)).toBe(7);
    await expect(
      tracing.step('answer', () => Promise.reject(new RangeError('a secret question'))),
    ).rejects.toThrow(RangeError);
    await tracing.shutdown();
    expect(collector.sent.spans.map(({ name }) => name).sort()).toEqual(['answer', 'retrieve']);
    expect(collector.sent.text).toContain('RangeError');
    expect(collector.sent.text).not.toContain('a secret question');
  });

  it('only runs the work if no endpoint is set', async () => {
    const tracing = await createTracing(null);
    expect(await tracing.step('retrieve', async () => 7)).toBe(7);
    tracing.traceModel({ model: 'local/small', outputTokensMax: 1 })({
      outcome: 'ok',
      cost: { currency: 'USD', amount: 0, inputTokens: 0, outputTokens: 0 },
    });
    await tracing.shutdown();
  });

  it('describes a call to a language model by the conventions for generative AI, without its words', async () => {
    const tracing = await createTracing(collector.endpoint);
    const cost = { currency: 'USD', amount: 0.01, inputTokens: 120, outputTokens: 8 };
    async function* fail(): AsyncGenerator<string> {
      yield 'a secret answer';
      throw new ModelFault('cut', 'it stopped');
    }
    const { signal } = new AbortController();
    const model: LanguageModel = observeModel<LanguageModel>(
      {
        name: 'google/gemini-2.5/flash',
        write: () => ({
          ...{ pieces: fail(), cost: Promise.resolve(cost), logProbability: Promise.resolve(null) },
        }),
      },
      { callModel: tracing.traceModel },
    );
    const task = { instructions: 'secret rules', prompt: 'a secret question', outputTokensMax: 300 };
    const reading = async () => {
      for await (const _piece of model.write(task, signal).pieces);
    };
    await expect(reading()).rejects.toThrow(ModelFault);
    await tracing.shutdown();
    const span = collector.sent.spans.find(({ name }) => name === 'chat gemini-2.5/flash');
    if (span === undefined) throw new Error('the call was not traced');
    expect(attributeOf(span, 'gen_ai.provider.name')).toBe('gcp.gemini');
    expect(attributeOf(span, 'gen_ai.operation.name')).toBe('chat');
    expect(attributeOf(span, 'gen_ai.request.max_tokens')).toBe(300);
    expect(attributeOf(span, 'gen_ai.usage.input_tokens')).toBe(120);
    expect(attributeOf(span, 'error.type')).toBe('cut');
    expect(collector.sent.text).not.toMatch(/secret (?:answer|rules|question)/);
  });
});

describe('openLogSink', () => {
  it('sends log lines with their level, fields and trace', async () => {
    const tracing = await createTracing(collector.endpoint);
    const sink = await openLogSink(collector.endpoint);
    if (sink === null) throw new Error('there is an endpoint');
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) }, sink);
    log.debug('not logged');
    await tracing.step('record', async () => log.warn({ pack_id: 'pack_1' }, 'a pack could not be embedded'));
    await sink.shutdown();
    await tracing.shutdown();
    const [record, ...others] = collector.sent.logs;
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      severityText: 'warn',
      body: { stringValue: 'a pack could not be embedded' },
      traceId: collector.sent.spans.find(({ name }) => name === 'record')?.traceId,
    });
    expect(record && attributeOf(record, 'pack_id')).toBe('pack_1');
    expect(lines).toHaveLength(1);
  });

  it('is not there without an endpoint', async () => {
    expect(await openLogSink(null)).toBeNull();
  });
});

describe('startSendingMetrics', () => {
  it('sends what is counted at the end: sums, gauges and histograms', async () => {
    const metrics = createMetrics({ queriesInProgress: () => 3 });
    metrics.countRequest('executeQuery', 200, 4);
    metrics.countRequest('executeQuery', 200, 40_000_000);
    const stop = await startSendingMetrics(collector.endpoint, metrics);
    await stop();
    const named = (name: string) => collector.sent.metrics.find((metric) => metric.name === name);
    expect(named('avow_http_requests_total')?.sum).toMatchObject({
      isMonotonic: true,
      dataPoints: [{ asDouble: 2 }],
    });
    expect(named('avow_queries_in_progress')?.gauge?.dataPoints).toMatchObject([{ asDouble: 3 }]);
    const [point] = named('avow_http_request_duration_seconds')?.histogram?.dataPoints ?? [];
    expect(point).toMatchObject({ count: 2, sum: 40_000.004 });
    expect(point?.bucketCounts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(point?.bucketCounts.length).toBe((point?.explicitBounds.length ?? 0) + 1);
    expect(point?.bucketCounts.at(-1)).toBe(1);
  });

  it('sends nothing without an endpoint', async () => {
    // Where its library would send to by itself.
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.endpoint);
    const sentBefore = collector.sent.text;
    let collected = 0;
    const queriesInProgress = () => {
      collected += 1;
      return 0;
    };
    try {
      await (await startSendingMetrics(null, createMetrics({ queriesInProgress })))();
    } finally {
      vi.unstubAllEnvs();
    }
    expect(collected).toBe(0);
    expect(collector.sent.text).toBe(sentBefore);
  });
});

describe('an endpoint that does not respond', () => {
  it('does not keep a service from ending', async () => {
    // It takes requests, and answers none.
    const requests: IncomingMessage[] = [];
    const silent = createServer((request) => void requests.push(request.resume()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const tracing = await createTracing(`http://127.0.0.1:${port}`);
    await tracing.step('retrieve', async () => undefined);
    await tracing.shutdown();
    // It was not waited for.
    expect(requests.map(({ socket }) => socket.destroyed)).toEqual([false]);
    silent.closeAllConnections();
    silent.close();
  });
});
