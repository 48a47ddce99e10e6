import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Quantiles, quantilesOf } from './figures.ts';

interface ExportBody {
  readonly resourceSpans?: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{
      readonly spans: ReadonlyArray<{
        readonly name: string;
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
      }>;
    }>;
  }>;
}

/** A collector of traces that keeps how long each step took. A step may stand within another. */
export async function startStepCollector() {
  const times = new Map<string, number[]>();
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as ExportBody;
    // Metrics and log lines are sent to the same address.
    const { resourceSpans = [] } = body;
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    for (const { name, startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
      const ms = Number(BigInt(end) - BigInt(start)) / 1e6;
      times.set(name, [...(times.get(name) ?? []), ms]);
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    clear: () => times.clear(),
    steps: (): ReadonlyArray<{ readonly name: string; readonly times: Quantiles }> =>
      [...times].map(([name, values]) => ({ name, times: quantilesOf(values) })),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
