import type { ApiKeyEntry } from './api-key.ts';
import type { MeEntry, PasskeyEntry, SessionEntry } from './sign-in.ts';
import type { TenantEntry } from './tenant.ts';
import type { UserEntry, UserLinkEntry } from './user.ts';

const user: UserEntry = {
  user_id: 'usr_01jd8n4w6zfk3v5q7r9s2t4x6y',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'editor',
  status: 'active',
  groups: ['staff'],
  all_groups: true,
  has_password: true,
  passkeys: 1,
  provider: false,
  created_at: '2024-11-21T09:14:03.231Z',
  created_by: 'operator',
  updated_at: '2024-11-21T09:14:03.231Z',
  last_sign_in_at: '2024-11-22T08:01:12.004Z',
};

const link: UserLinkEntry = {
  url: 'https://answers.example/console/link#avl_Qm9yZ2VzIHdhcyBoZXJlLCBvciBuZWFy',
  expires_at: '2024-11-24T09:14:03.231Z',
};

const invited = { ...user, has_password: false, passkeys: 0, last_sign_in_at: null, link };

const session: SessionEntry = {
  session_id: 'ses_01jd8n4w6zc8mmt0kp9x1r5b7e',
  method: 'passkey',
  current: true,
  created_at: '2024-11-22T08:01:12.004Z',
  last_used_at: '2024-11-22T08:30:00.000Z',
  expires_at: '2024-11-22T20:01:12.004Z',
  address: '192.0.2.7',
  user_agent: 'Mozilla/5.0',
};

const tenant: TenantEntry = {
  tenant_id: 'ten_01jd7c2m4pf0e8a6ktyr3w5n9b',
  name: 'acme',
  status: 'active',
  created_at: '2024-11-20T10:00:00.000Z',
};

const me: MeEntry = {
  user,
  tenant: { tenant_id: tenant.tenant_id, name: tenant.name },
  session,
  scopes: ['query:write', 'messages:read', 'content:manage'],
  csrf_token: 'Zk8c1m0V3o0yqk8m2Q7bqv2n4l6s8u0w2y4A6C8E0G2',
};

const passkey: PasskeyEntry = {
  passkey_id: 'psk_01jd8n4w6zfk3v5q7r9s2t4x6y',
  name: 'Laptop',
  created_at: '2024-11-21T09:20:00.000Z',
  last_used_at: '2024-11-22T08:01:12.004Z',
};

const key: ApiKeyEntry = {
  key_id: 'key_01jd7c2m4pf0e8a6ktyr3w5n9b',
  name: 'website',
  mode: 'live',
  status: 'active',
  scopes: ['query:write'],
  groups: ['customers'],
  created_at: '2024-11-21T09:14:03.231Z',
  expires_at: '2025-11-21T09:14:03.231Z',
  revoked_at: null,
  origins: null,
  content_pack_ids: null,
  rotated_from: null,
};

const publishable: ApiKeyEntry = {
  ...{ ...key, groups: [], origins: ['https://www.example.com'] },
  content_pack_ids: ['pack_01jd7c2m4pf0e8a6ktyr3w5n9b'],
};

const issued = { ...key, key: 'avw_live_…' };
const pageOf = (entry: unknown) => ({ data: [entry], has_more: false, next_cursor: null });
const challenge = 'eyJhbGciOi…';
const options = { challenge: 'r2Q9…', rpId: 'answers.example', userVerification: 'preferred' };

export const accessRequestExamples: Readonly<Record<string, unknown>> = {
  signInWithPassword: { email: user.email, password: 'correct horse battery staple' },
  createPasskeySignIn: {},
  signInWithPasskey: { challenge, credential: { id: 'Yk3…', type: 'public-key' } },
  signInWithLink: { token: 'avl_Qm9yZ2VzIHdhcyBoZXJlLCBvciBuZWFy' },
  signOut: {},
  setPassword: { password: 'correct horse battery staple' },
  createPasskeyRegistration: {},
  addPasskey: { challenge, credential: { id: 'Yk3…', type: 'public-key' }, name: passkey.name },
  createUser: { email: user.email, name: user.name, role: user.role, groups: user.groups },
  updateUser: { role: 'reviewer' },
  createUserLink: {},
  createApiKey: { name: key.name, scopes: key.scopes, groups: key.groups },
  updateApiKey: { content_pack_ids: publishable.content_pack_ids },
  rotateApiKey: { overlap_hours: 24 },
  createTenant: { name: tenant.name, owner: { email: user.email, name: user.name } },
  updateTenant: { status: 'suspended' },
};

export const accessResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getSignInMethods: { 200: { password: true, passkey: true, provider: { name: 'Example SSO' } } },
  signInWithPassword: { 200: me },
  createPasskeySignIn: { 200: { challenge, options } },
  signInWithPasskey: { 200: me },
  signInWithLink: { 200: me },
  getMe: { 200: me },
  listPasskeys: { 200: { data: [passkey] } },
  createPasskeyRegistration: { 200: { challenge, options } },
  addPasskey: { 201: passkey },
  listMySessions: { 200: { data: [session] } },
  createUser: { 201: invited },
  listUsers: { 200: pageOf(user) },
  getUser: { 200: user },
  updateUser: { 200: { ...user, role: 'reviewer' } },
  createUserLink: { 201: link },
  listUserSessions: { 200: { data: [{ ...session, current: false }] } },
  createApiKey: { 201: issued },
  listApiKeys: { 200: pageOf(key) },
  getApiKey: { 200: key },
  updateApiKey: { 200: publishable },
  rotateApiKey: { 201: { ...issued, rotated_from: key.key_id } },
  createTenant: { 201: { ...tenant, owner: { ...invited, role: 'owner' } } },
  listTenants: { 200: pageOf(tenant) },
  getTenant: { 200: tenant },
  updateTenant: { 200: { ...tenant, status: 'suspended' } },
};
