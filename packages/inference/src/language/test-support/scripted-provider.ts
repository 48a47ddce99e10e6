import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ModelProvider } from '../../model-settings.ts';
import { type ProviderScript, playScript } from './play-script.ts';
import { anthropicWire } from './wire/anthropic-wire.ts';
import { bedrockWire } from './wire/bedrock-wire.ts';
import { googleWire } from './wire/google-wire.ts';
import { openaiWire } from './wire/openai-wire.ts';
import type { WireFormat, WireRequest } from './wire/wire-format.ts';

export type { ProviderScript } from './play-script.ts';

/** What the provider was sent. */
export interface ScriptedRequest extends WireRequest {
  readonly format: WireFormat['name'];
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** Settles when the connection to the client has ended, however it ends. */
  readonly closed: Promise<void>;
}

export type ScriptFor = (request: ScriptedRequest) => ProviderScript | Promise<ProviderScript>;

/**
 * A provider of language models on loopback, which speaks the wire formats of OpenAI, Anthropic, Google and Bedrock,
 * streamed and whole, and does what its scripts say: of several scripts, each request gets the next one, and
 * the last one stays.
 */
export interface ScriptedProvider {
  /** The base to set up a model of this provider with. */
  baseUrlOf(provider: ModelProvider): string;
  /** Everything that was sent, oldest first. */
  readonly requests: readonly ScriptedRequest[];
  play(...scripts: readonly [ProviderScript | ScriptFor, ...(ProviderScript | ScriptFor)[]]): void;
  close(): Promise<void>;
}

const prefixes: Readonly<Record<ModelProvider, string>> = {
  openai: '/v1',
  openai_compatible: '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  bedrock: '',
  local: '/v1',
};

export interface ScriptedProviderOptions {
  /** 0: any. */
  readonly port?: number;
  /** False where so many come that nobody reads them. */
  readonly keepsRequests?: boolean;
  /** What is to be done with requests of other paths; null: not found. */
  readonly control?: (request: IncomingMessage, body: string) => Record<string, unknown> | null;
}

export async function startScriptedProvider({
  port = 0,
  keepsRequests = true,
  control = () => null,
}: ScriptedProviderOptions = {}): Promise<ScriptedProvider> {
  const requests: ScriptedRequest[] = [];
  let scripts: readonly (ProviderScript | ScriptFor)[] = [{ kind: 'say', pieces: ['Yes.'] }];
  const nextScript = () => {
    const [first = scripts[0]] = scripts;
    if (scripts.length > 1) scripts = scripts.slice(1);
    return first as ProviderScript | ScriptFor;
  };
  const server = createServer(async (request, response) => {
    const sent = await text(request).catch(() => '');
    const wire = wireOf(request.url ?? '');
    if (wire === null) {
      const reply = control(request, sent);
      response.writeHead(reply === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply ?? { error: { message: 'no such path' } }));
      return;
    }
    const asked = readRequest(wire, request, {
      sent,
      closed: new Promise((resolve) => response.once('close', resolve)),
    });
    if (keepsRequests) requests.push(asked);
    const script = nextScript();
    await playScript(typeof script === 'function' ? await script(asked) : script, {
      wire,
      request: asked,
      response,
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrlOf: (provider) => `${url}${prefixes[provider]}`,
    requests,
    play: (...given) => {
      scripts = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function wireOf(url: string): WireFormat | null {
  const path = url.replace(/\?.*$/, '');
  if (path.endsWith('/chat/completions')) return openaiWire;
  if (path.endsWith('/messages')) return anthropicWire;
  if (/:(streamG|g)enerateContent$/.test(path)) return googleWire;
  if (/\/converse(-stream)?$/.test(path)) return bedrockWire;
  return null;
}

function readRequest(
  wire: WireFormat,
  { url = '', headers }: IncomingMessage,
  { sent, closed }: { readonly sent: string; readonly closed: Promise<void> },
): ScriptedRequest {
  const body = JSON.parse(sent) as Record<string, unknown>;
  return { format: wire.name, path: url, headers, body, closed, ...wire.readRequest(url, body) };
}
