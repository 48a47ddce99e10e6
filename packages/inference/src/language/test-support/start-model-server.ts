import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>;
    readonly [field: string]: unknown;
  };
}

export type ModelServerAnswer = (response: ServerResponse, request: SeenRequest) => void;

/** A server on loopback that speaks like OpenAI's. Each request gets the next answer, and the last one stays. */
export interface ModelServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  answerWith(...answers: readonly [ModelServerAnswer, ...ModelServerAnswer[]]): void;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const seen: SeenRequest[] = [];
  let answers: readonly ModelServerAnswer[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '{}');
    const asked = { path: request.url ?? '', headers: request.headers, body: JSON.parse(body) };
    seen.push(asked);
    const [answer = answers[0]] = answers.length > 1 ? answers : [];
    answers = answers.length > 1 ? answers.slice(1) : answers;
    answer?.(response, asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    answerWith: (...given) => {
      answers = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A whole answer in which the model says this. */
export function saying(content: string | null): ModelServerAnswer {
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'small',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
      }),
    );
  };
}

/** A failure whose words repeat what was sent, as those of some servers do. */
export function failingWith(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): ModelServerAnswer {
  return (response, { body, headers: sent }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const message = `${JSON.stringify(body.messages)} ${sent.authorization}`;
    response.end(JSON.stringify({ error: { message, type: 'error', param: null, code: null } }));
  };
}
