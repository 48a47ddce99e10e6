import { problems } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Principal } from '../../keys/keys.ts';
import type { McpDependencies } from './mcp-dependencies.ts';

export interface McpCaller {
  readonly parts: McpDependencies;
  readonly principal: Principal;
}

/** Clients that do not read structured content show the text. */
export function toolResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

/** A problem is a result that the model can read and act on. */
export async function reportProblems(
  parts: Pick<McpDependencies, 'log'>,
  work: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    const text = describeProblem(asProblem(parts, error));
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

/** Of what should not have happened, nothing is said but that; the log has the rest. */
export function asProblem({ log }: Pick<McpDependencies, 'log'>, error: unknown): AppError {
  if (error instanceof AppError && error.code !== 'internal') return error;
  log.error({ err: error }, 'MCP request failed');
  return new AppError('internal');
}

export function describeProblem({ code, options }: AppError): string {
  const { meaning, retryable } = problems[code];
  const { detail = meaning, errors = [], retryAfterSeconds, messageId } = options;
  const faults = errors.map(({ pointer, message }) => ` ${pointer}: ${message}.`).join('');
  const retry = retryable ? ` Retry after ${retryAfterSeconds ?? 1} s.` : '';
  const record = messageId === undefined ? '' : ` (${messageId})`;
  return `${code}: ${detail}${faults}${retry}${record}`;
}
