import { UserError } from '@avow/foundation';
import { serviceOf } from '../../../cli/with-service.ts';
import type { Config } from '../../../config/load-config.ts';

/** Longer than the longest answer takes. */
const timeoutMs = 130_000;

/** The response to a JSON-RPC request. */
type McpReply =
  | { readonly result: Record<string, unknown> }
  | { readonly error: { readonly code: number; readonly message: string } };

export type CallMcp = (method: string, params?: object) => Promise<McpReply>;

/** Calls the MCP server of the running service that the settings name. */
export function createMcpCalls(config: Config): CallMcp {
  const { baseUrl, apiKey: key } = serviceOf(config);
  let id = 0;
  return async (method, params) => {
    id += 1;
    const response = await fetch(`${baseUrl}/mcp`, {
      method: 'POST',
      // The key must not go to another address.
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new UserError(
        `${baseUrl} does not respond. Start the service with "avow serve", or set AVOW_URL to its address.`,
        { cause },
      );
    });
    const text = await response.text();
    const reply = parseReply(text, response.headers.get('content-type') ?? '');
    if (reply !== null) return reply;
    throw new UserError(
      refusalOf(text) ?? `${baseUrl} responded with status ${response.status}: check AVOW_URL.`,
    );
  };
}

/** Null: it is not a response of the protocol. */
function parseReply(text: string, mediaType: string): McpReply | null {
  const data = mediaType.startsWith('text/event-stream') ? (/^data: ?(\{.*)$/m.exec(text)?.[1] ?? '') : text;
  const parsed = parseObject(data);
  return parsed !== null && parsed['jsonrpc'] === '2.0' && ('result' in parsed || 'error' in parsed)
    ? (parsed as unknown as McpReply)
    : null;
}

/** What a problem document says. */
function refusalOf(text: string): string | null {
  const { title, detail, code } = parseObject(text) ?? {};
  return typeof code === 'string' ? `${String(title)}: ${String(detail ?? '')} (${code})` : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
