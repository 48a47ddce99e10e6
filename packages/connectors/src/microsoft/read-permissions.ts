import type { Readers } from '../connector.ts';
import { listAt, parseAnswer, textAt, valueAt } from '../json.ts';
import { principalNamed } from '../readers.ts';
import { expectSuccess } from '../source-http.ts';
import type { GraphApi } from './graph-api.ts';

/** What is known of the readers of a file. */
export type FileReaders = { readonly readers: Readers } | { readonly fault: string };

/** As many as one request may ask for. */
export const permissionsPerRequest = 20;

/** The readers of a few files, by their ids, in one request. Permissions that may not be read admit nobody. */
export async function readPermissions(
  graph: GraphApi,
  {
    drive,
    ids,
    signal,
  }: { readonly drive: string; readonly ids: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, FileReaders>> {
  const what = 'Microsoft Graph';
  const requests = ids.map((id, at) => ({
    ...{ id: String(at), method: 'GET' },
    url: `/drives/${drive}/items/${encodeURIComponent(id)}/permissions`,
  }));
  const response = await graph.send(graph.url('$batch'), {
    ...{ signal, body: JSON.stringify({ requests }), headers: { 'content-type': 'application/json' } },
  });
  const answer = parseAnswer(expectSuccess(response, what).bytes, what);
  const found = new Map(listAt(answer, 'responses').map((one) => [textAt(one, 'id'), one]));
  return new Map(ids.map((id, at) => [id, toReaders(found.get(String(at)))]));
}

function toReaders(response: unknown): FileReaders {
  const status = Number(valueAt(response, 'status'));
  if (status === 200) return { readers: [levelOf(listAt(response, 'body', 'value'))] };
  if (status === 403) return { readers: [[]] };
  return { fault: `its permissions could not be read (status ${Number.isNaN(status) ? 'unknown' : status})` };
}

function levelOf(permissions: readonly unknown[]): string[] {
  return [...new Set(permissions.flatMap(principalsOf))];
}

function principalsOf(permission: unknown): string[] {
  const scope = textAt(permission, 'link', 'scope');
  if (scope === 'anonymous') return ['anyone'];
  if (scope === 'organization') return ['organization'];
  // A link for certain people, or a grant without a link.
  const named = [valueAt(permission, 'grantedToV2'), ...listAt(permission, 'grantedToIdentitiesV2')];
  return named.flatMap(identitiesOf);
}

/** Groups of the directory by their ids, as tokens have them: two groups may have the same name. */
function identitiesOf(identity: unknown): string[] {
  const group = principalNamed('group', textAt(identity, 'group', 'id'));
  if (group !== null) return [group];
  const user = principalNamed('user', textAt(identity, 'user', 'email') ?? textAt(identity, 'user', 'id'));
  if (user !== null) return [user];
  const site = principalNamed('site-group', textAt(identity, 'siteGroup', 'displayName'));
  return site === null ? [] : [site];
}
