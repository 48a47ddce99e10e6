import { McpServer } from '@modelcontextprotocol/server';
import type { Principal } from '../../keys/keys.ts';
import { addAskTool } from './ask-tool.ts';
import { addContentTools } from './content-tools.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { addPrompts } from './prompts.ts';
import { addReceiptTool } from './receipt-tool.ts';
import { addRecordTool } from './record-tool.ts';
import { addResources } from './resources.ts';

const instructions =
  'Answers questions from the knowledge of this organisation, with citations and a calibrated confidence, and keeps a record of each. Use "ask" for a question; follow its suggested_next_action. Use "search_passages" and "read_document" to read the sources themselves.';

/** The tools, resources and prompts of one caller, for one request. */
export function createMcpServer(parts: McpDependencies, principal: Principal): McpServer {
  const server = new McpServer(
    { name: 'avow', title: 'Avow', version: parts.version },
    // The library would say that changes are announced.
    {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
    },
  );
  const caller = { parts, principal };
  addAskTool(server, caller);
  addContentTools(server, caller);
  addRecordTool(server, caller);
  addReceiptTool(server, caller);
  addResources(server, caller);
  addPrompts(server);
  return server;
}
