import { SeverityNumber } from '@opentelemetry/api';
import { exportTimeoutMs, shutDown } from './shut-down.ts';

/** Where the log also writes its lines, each a JSON object. */
export interface LogSink {
  write(line: string): void;
  /** Sends what is left. */
  shutdown(): Promise<void>;
}

const severities: ReadonlyMap<string, SeverityNumber> = new Map([
  ['trace', SeverityNumber.TRACE],
  ['debug', SeverityNumber.DEBUG],
  ['info', SeverityNumber.INFO],
  ['warn', SeverityNumber.WARN],
  ['error', SeverityNumber.ERROR],
  ['fatal', SeverityNumber.FATAL],
]);

/** Sends log lines to the endpoint given, as log records of OpenTelemetry; null without an endpoint. */
export async function openLogSink(endpoint: string | null): Promise<LogSink | null> {
  if (endpoint === null) return null;
  const [{ LoggerProvider, BatchLogRecordProcessor }, { OTLPLogExporter }, { serviceResource }] =
    await Promise.all([
      import('@opentelemetry/sdk-logs'),
      import('@opentelemetry/exporter-logs-otlp-http'),
      import('./service-resource.ts'),
    ]);
  const exporter = new OTLPLogExporter({ url: `${endpoint}/v1/logs`, timeoutMillis: exportTimeoutMs });
  const provider = new LoggerProvider({
    resource: serviceResource,
    processors: [new BatchLogRecordProcessor({ exporter })],
  });
  const logger = provider.getLogger('avow');
  return {
    // Within the span of the step that logs, so that the record names its trace.
    write: (line) => {
      const { level, time, msg, service: _service, ...attributes } = JSON.parse(line);
      logger.emit({
        severityNumber: severities.get(level) ?? SeverityNumber.UNSPECIFIED,
        severityText: level,
        timestamp: Date.parse(time),
        body: msg ?? '',
        attributes,
      });
    },
    shutdown: () => shutDown(provider),
  };
}
