import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { parsedLimits } from '../parsed-limits.ts';
import type { SourceHttp } from '../source-http.ts';

const { referencesBytesMax } = parsedLimits.git;

/** The requests of the Git library, under the rules for addresses. `sentBytesMax`: of what is received for a body. */
export function createGitHttp(
  http: SourceHttp,
  { signal, sentBytesMax }: { readonly signal: AbortSignal; readonly sentBytesMax: number },
): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      const sent = body === undefined ? undefined : await collect(body);
      const response = await http.request(url, {
        ...{ signal, headers, bytesMax: method === 'POST' ? sentBytesMax : referencesBytesMax },
        ...(method === 'POST' ? { body: sent ?? new Uint8Array(0) } : {}),
      });
      return {
        url: response.url,
        method,
        statusCode: response.status,
        statusMessage: `status ${response.status}`,
        headers: flat(response.headers),
        body: once(response.bytes),
      };
    },
  };
}

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]));
}
