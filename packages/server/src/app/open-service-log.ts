import { createLog, type Log } from '@avow/foundation/log';
import type { Config } from '../config/load-config.ts';
import { openLogSink } from '../telemetry/send-logs.ts';

/** The log of the service, which is sent to OpenTelemetry too if there is an endpoint. */
export async function openServiceLog({
  logLevel,
  otlpEndpoint,
}: Pick<Config, 'logLevel' | 'otlpEndpoint'>): Promise<{ readonly log: Log; close(): Promise<void> }> {
  const sink = await openLogSink(otlpEndpoint);
  return {
    log: createLog(logLevel, undefined, sink ?? undefined),
    close: async () => sink?.shutdown(),
  };
}
