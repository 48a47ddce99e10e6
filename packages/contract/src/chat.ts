/** The same questions in the forms of other interfaces: chat completions, and tools of agents. */

// Chat completions.

export {
  type ChatAvow,
  type ChatChunk,
  type ChatCompletion,
  type ChatError,
  type ChatRequest,
  type ChatUsage,
  chatModel,
  chatRequestSchema,
} from './chat/chat-completion.ts';

// Agents.

export { documentUri, receiptPath } from './chat/chat-completion.ts';
export type { ProtectedResource } from './chat/mcp-operations.ts';
