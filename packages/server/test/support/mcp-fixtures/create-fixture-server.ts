import { createRequestStateCodec, McpServer } from '@modelcontextprotocol/server';
import { addContentFixtures } from './content-fixtures.ts';
import { addInputFixtures } from './input-fixtures.ts';
import { addReadFixtures } from './read-fixtures.ts';

/** What goes out and comes back between rounds is sealed. One key for all requests, since each has its own server. */
const stateCodec = createRequestStateCodec<Record<string, unknown>>({
  key: crypto.getRandomValues(new Uint8Array(32)),
});

/**
 * The tools, resources and prompts that the conformance suite of MCP calls by name. Mounted in place of the product's, they
 * let the suite exercise its transport, its authentication and its limits.
 */
export function createFixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'avow-fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        logging: {},
        completions: {},
      },
      requestState: { verify: stateCodec.verify },
    },
  );
  addContentFixtures(server);
  addReadFixtures(server);
  addInputFixtures(server, stateCodec.mint);
  return server;
}
