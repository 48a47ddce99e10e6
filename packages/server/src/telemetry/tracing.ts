import { context, SpanStatusCode } from '@opentelemetry/api';
import type { Telemetry } from './telemetry.ts';

export interface Tracing {
  readonly step: Telemetry['step'];
  shutdown(): Promise<void>;
}

const untraced: Tracing = { step: (_name, work) => work(), shutdown: async () => undefined };

/** Spans for the steps of a query, sent to the endpoint given. Without an endpoint nothing is loaded, and steps only run. */
export async function createTracing(endpoint: string | null): Promise<Tracing> {
  if (endpoint === null) return untraced;
  const [
    { TracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { AsyncLocalStorageContextManager },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
  ]);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'avow' }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('avow');
  const step: Telemetry['step'] = (name, work) =>
    tracer.startActiveSpan(name, async (span) => {
      try {
        return await work();
      } catch (error) {
        // Only the name: a message may quote what a client sent.
        span.setStatus({
          code: SpanStatusCode.ERROR,
          message: error instanceof Error ? error.name : 'error',
        });
        throw error;
      } finally {
        span.end();
      }
    });
  return { step, shutdown: () => provider.shutdown() };
}
