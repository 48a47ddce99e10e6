import type { OutgoingRequest, Transport } from './create-transport.ts';
import type { PagePromise, RequestOptions, Route } from './shapes.ts';

interface AnyPage {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

/** A promise of the first page that also iterates over the entries of all pages. */
function pageThrough(read: (cursor: string | undefined) => Promise<AnyPage>): PagePromise<AnyPage, unknown> {
  const first = read(undefined);
  async function* entries() {
    for (let page = await first; ; page = await read(page.next_cursor)) {
      yield* page.data;
      if (page.next_cursor === null) return;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: entries });
}

type Parameters = Readonly<Record<string, unknown>>;

/** The method of an operation: its path parameters, then its body and its query if it takes them, then the options. */
export function callOperation(transport: Transport, route: Route): (...given: unknown[]) => unknown {
  return (...given) => {
    const rest = [...given];
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, rest.shift()));
    const body = route.body ? (rest.shift() ?? {}) : undefined;
    const query = (route.query ? rest.shift() : undefined) as Parameters | undefined;
    const options = (rest.shift() ?? {}) as RequestOptions;
    const call = (cursor?: string) => {
      const parameters = cursor === undefined ? query : { ...query, cursor };
      const request: OutgoingRequest = {
        method: route.method,
        path: path + searchOf(parameters),
        body,
        takesKey: route.takesKey === true,
        alsoReturns: route.alsoReturns,
        redirects: route.returns === 'response',
        ...(route.returns === undefined ? { headers: { accept: 'application/json' } } : {}),
      };
      return transport.request(request, options, (response) => readAs(route.returns, response));
    };
    return route.paged ? pageThrough((cursor) => call(cursor) as Promise<never>) : call();
  };
}

/** The rest of a path, as a tile of the log has, keeps its slashes. */
function pathValue(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${name} must be a string that is not empty.`);
  return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
}

function searchOf(parameters: Parameters = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

async function readAs(returns: Route['returns'], response: Response): Promise<unknown> {
  if (returns === 'response') return response;
  if (returns === 'text') return await response.text();
  if (returns === 'bytes') return new Uint8Array(await response.arrayBuffer());
  if (returns === 'nothing') return void (await response.arrayBuffer());
  return await response.json();
}
