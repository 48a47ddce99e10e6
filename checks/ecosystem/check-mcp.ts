import { existsSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixtureServer, startTestService } from '@avow/server/testing';

/** Runs a program and reports how it ended. */
type Check = (name: string, program: string, options: readonly string[]) => Promise<void>;

/** The revisions of the protocol, each with how the suite selects what applies to it. */
const revisions = [
  { revision: '2026-07-28', selection: ['--requirements', '2026-07-28'] },
  { revision: '2025-11-25', selection: ['--spec-version', '2025-11-25', '--suite', 'all'] },
] as const;

interface Served {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * The conformance suite of MCP, on both revisions: once on the product, of which it can call only what every server has, and
 * once on the service with the tools, resources and prompts that the suite calls by name.
 */
export async function checkMcp(tools: string, product: Served, check: Check): Promise<void> {
  await runSuite(tools, { name: 'product', served: product }, check);
  const service = await startTestService({ createMcpServer: createFixtureServer });
  try {
    const apiKey = await service.createKey(await service.createTenant('conformance'));
    await runSuite(tools, { name: 'fixtures', served: { url: await service.app.listen(), apiKey } }, check);
  } finally {
    await service.close();
  }
}

async function runSuite(
  tools: string,
  { name, served }: { readonly name: 'product' | 'fixtures'; readonly served: Served },
  check: Check,
): Promise<void> {
  const proxy = await startProxy(served);
  const program = join(tools, 'node_modules/.bin/conformance');
  for (const { revision, selection } of revisions) {
    const failures = fileURLToPath(new URL(`mcp-failures/${name}-${revision}.yaml`, import.meta.url));
    const expected = existsSync(failures) ? ['--expected-failures', failures] : [];
    const options = ['server', '--url', proxy.url, ...selection, ...expected];
    await check(`MCP conformance, revision ${revision}, ${name}`, program, options);
  }
  proxy.close();
}

/** The conformance suite sends no key, so this adds it. Everything else is passed on, but for its port in the origin. */
async function startProxy({ url, apiKey }: Served) {
  const { hostname, port } = new URL(url);
  const server = createServer((request, response) => {
    const own = `:${(server.address() as AddressInfo).port}`;
    const { origin } = request.headers;
    const headers = {
      ...request.headers,
      authorization: `Bearer ${apiKey}`,
      ...(origin === undefined ? {} : { origin: origin.replace(own, `:${port}`) }),
    };
    const passed = sendRequest(
      { hostname, port, path: request.url, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`,
    close: () => server.close(),
  };
}
