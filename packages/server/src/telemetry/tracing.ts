import { context, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { exportTimeoutMs, shutDown } from './shut-down.ts';
import type { ModelCall, ModelCallEnd, Telemetry } from './telemetry.ts';

export interface Tracing {
  readonly step: Telemetry['step'];
  /** A span for a call to a language model; the function returned ends it. */
  traceModel(call: ModelCall): (end: ModelCallEnd) => void;
  shutdown(): Promise<void>;
}

const untraced: Tracing = {
  step: (_name, work) => work(),
  traceModel: () => () => undefined,
  shutdown: async () => undefined,
};

/** Spans for the steps of a query, sent to the endpoint given. Without an endpoint nothing is loaded, and steps only run. */
export async function createTracing(endpoint: string | null): Promise<Tracing> {
  if (endpoint === null) return untraced;
  const [
    { TracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { serviceResource },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('./service-resource.ts'),
  ]);
  const provider = new TracerProvider({
    resource: serviceResource,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs }),
      }),
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
  return {
    step,
    traceModel: (call) => {
      const { provider: name, model } = nameParts(call.model);
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': providerNames.get(name) ?? name,
        'gen_ai.request.model': model,
        'gen_ai.request.max_tokens': call.outputTokensMax,
        'gen_ai.request.stream': true,
      };
      const span = tracer.startSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes });
      return (end) => endModelSpan(span, end);
    },
    shutdown: () => shutDown(provider),
  };
}

/** By the semantic conventions of OpenTelemetry; those that they do not list keep our names. */
const providerNames: ReadonlyMap<string, string> = new Map([
  ['google', 'gcp.gemini'],
  ['bedrock', 'aws.bedrock'],
]);

function nameParts(name: string): { readonly provider: string; readonly model: string } {
  const cut = name.indexOf('/');
  return { provider: name.slice(0, cut), model: name.slice(cut + 1) };
}

function endModelSpan(span: Span, { outcome, cost }: ModelCallEnd): void {
  span.setAttributes({
    'gen_ai.usage.input_tokens': cost.inputTokens,
    'gen_ai.usage.output_tokens': cost.outputTokens,
  });
  if (outcome !== 'ok' && outcome !== 'stopped') {
    span.setAttribute('error.type', outcome);
    span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
  }
  span.end();
}
