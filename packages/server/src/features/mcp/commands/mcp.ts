import { UserError } from '@avow/foundation';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { version } from '../../../app/version.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { type CallMcp, createMcpCalls } from './call-mcp.ts';

export function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description(
      'serve agents over standard input and output (MCP), from a running service (AVOW_URL, AVOW_API_KEY)',
    )
    .action(async () => {
      const call = createMcpCalls(context.config());
      // A wrong address or key is reported now, and not when the agent first asks.
      await call('ping');
      const ended = Promise.withResolvers<void>();
      for (const event of ['end', 'close'] as const) process.stdin.once(event, () => ended.resolve());
      const serving = serveStdio(() => createBridge(call), {
        transport: new StdioServerTransport(),
        onerror: (error) => context.terminal.err(`avow: ${error.message}\n`),
      });
      await ended.promise;
      await serving.close();
    });
}

const forwarded = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
] as const;

/** Hands every request on to the service, so that there is one implementation of the tools. */
function createBridge(call: CallMcp): Server {
  const server = new Server(
    { name: 'avow', title: 'Avow', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  for (const method of forwarded)
    server.setRequestHandler(method, async ({ params = {} }) => {
      // What belongs to this connection does not belong to the other.
      const { _meta: _, ...rest } = params as Record<string, unknown>;
      return (await forward(call, method, rest)) as never;
    });
  return server;
}

async function forward(call: CallMcp, method: string, params: object): Promise<Record<string, unknown>> {
  const reply = await call(method, params).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.message);
  });
  if ('error' in reply) throw new ProtocolError(reply.error.code, reply.error.message);
  return reply.result;
}
