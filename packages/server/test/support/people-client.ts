import { type OperationId, operations } from '@avow/contract';
import type { Role } from '@avow/contract/roles';
import { userWithLinkSchema } from '@avow/contract/testing/administration';
import type { TenantId, UserId } from '@avow/foundation';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createPerson } from '../../src/features/people/people.ts';
import type { TestService } from './test-service.ts';

type Method = NonNullable<InjectOptions['method']>;

/** Somebody who is signed in, as a browser keeps it. */
export interface SignedIn {
  readonly userId: UserId;
  readonly email: string;
  readonly cookie: string;
  readonly csrfToken: string;
}

interface Call {
  readonly key?: string;
  readonly person?: Pick<SignedIn, 'cookie' | 'csrfToken'>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as a key, as a person, or as nobody. */
export function sendAs(
  { app }: Pick<TestService, 'app'>,
  method: Method,
  url: string,
  { key, person, body, headers = {} }: Call = {},
): Promise<LightMyRequestResponse> {
  return app.http.inject({
    ...{ method, url },
    headers: {
      host: 'localhost',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(person === undefined ? {} : { cookie: person.cookie }),
      ...(person === undefined || method === 'GET' ? {} : { 'x-csrf-token': person.csrfToken }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

/** The body of a success, after checking that its shape is that of the operation. */
export async function expectOf<Body = Record<string, never>>(
  id: OperationId,
  sent: Promise<LightMyRequestResponse>,
): Promise<Body> {
  const response = await sent;
  const stated = Object.entries(operations[id].responses).find(
    ([status]) => Number(status) === response.statusCode,
  );
  if (stated === undefined) throw new Error(`${id}: ${response.statusCode} ${response.body}`);
  return (stated[1].schema === null ? {} : stated[1].schema.parse(response.json())) as Body;
}

/** The cookie that a response sets, as a browser sends it back. */
export function cookieOf({ headers }: LightMyRequestResponse): string {
  const [cookie = ''] = [headers['set-cookie'] ?? ''].flat();
  return cookie.split(';', 1)[0] ?? '';
}

export const tokenOf = (link: { readonly url: string }) => link.url.split('#')[1] ?? '';

export async function signInByLink(service: TestService, token: string): Promise<SignedIn> {
  const response = await sendAs(service, 'POST', '/v1/sign-in/link', { body: { token } });
  const me = await expectOf<never>('signInWithLink', Promise.resolve(response));
  const { user, csrf_token: csrfToken } = me as {
    user: { user_id: UserId; email: string };
    csrf_token: string;
  };
  return { userId: user.user_id, email: user.email, cookie: cookieOf(response), csrfToken };
}

let people = 0;

/** Creates a person with this role and signs them in. */
export async function signInAs(
  service: TestService,
  tenantId: TenantId,
  role: Role,
  changes: { readonly name?: string; readonly groups?: readonly string[] } = {},
): Promise<SignedIn> {
  people += 1;
  const { name = 'Ada Lovelace', groups = [] } = changes;
  const given = { email: `person-${people}@example.com`, name, role, groups, actor: 'operator' } as const;
  const clock = { nowMs: () => Date.now() };
  const { store, pepper } = service.data;
  const { link } = await createPerson({ store: store.people, clock, pepper }, tenantId, given);
  return await signInByLink(service, link.token);
}

/** Invites somebody over HTTP. */
export async function invite(service: TestService, by: Call, body: object) {
  return userWithLinkSchema.parse(
    await expectOf('createUser', sendAs(service, 'POST', '/v1/users', { ...by, body })),
  );
}
