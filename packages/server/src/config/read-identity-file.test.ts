import { describe, expect, it } from 'vitest';
import { readIdentityFile } from './read-identity-file.ts';

const sources = {
  env: { SSO_SECRET: 'hush' },
  folder: '/etc/avow',
  readKeyFile: (path: string) => (path === '/etc/avow/sso.key' ? 'from a file\n'.replaceAll(' ', '-') : ''),
};
const read = (value: unknown) => readIdentityFile(JSON.stringify(value), sources);
const signIn = { issuer: 'https://login.example.com', client_id: 'avow' };
const tokens = { issuer: 'https://id.example.com', audience: 'answers' };

describe('the identity file', () => {
  it('names a provider and issuers of tokens, with defaults', () => {
    expect(read({ sign_in: signIn, end_user_tokens: [tokens] })).toEqual({
      provider: {
        ...{ issuer: signIn.issuer, clientId: 'avow', clientSecret: null, name: 'single sign-on' },
        ...{ scopes: 'openid email profile', tenant: null, roleClaim: null, roles: new Map() },
        groupsClaim: null,
      },
      tokenIssuers: [{ ...tokens, jwksUrl: null, groupsClaim: 'groups', tenants: null, mcpTenant: null }],
    });
    const whole = read({
      comment: 'Our company.',
      sign_in: {
        ...{ ...signIn, key_variable: 'SSO_SECRET', name: 'Example', scopes: 'openid email', tenant: 'acme' },
        ...{ role_claim: 'roles', roles: { admins: 'owner' }, groups_claim: 'groups' },
      },
      end_user_tokens: [{ ...tokens, jwks_url: 'http://127.0.0.1:1/keys', tenants: ['acme'] }],
    });
    expect(whole.provider).toMatchObject({ clientSecret: 'hush', roles: new Map([['admins', 'owner']]) });
    expect(whole.tokenIssuers[0]?.tenants).toEqual(['acme']);
    expect(read({ sign_in: { ...signIn, key_file: 'sso.key' } }).provider?.clientSecret).toBe('from-a-file');
  });

  it('is refused with every fault, and repeats no value', () => {
    const secret = 'https://user:secret@login.example.com';
    const attempt = () =>
      read({
        sign_in: { issuer: secret, roles: { a: 'admin' }, key_variable: 'UNSET', colour: 'red' },
        end_user_tokens: [{ issuer: 'http://id.example.com', audience: 'x', tenants: [] }, {}],
      });
    expect(attempt).toThrow(/^The identity file is invalid:/);
    for (const fault of [
      '/sign_in/issuer must be an https address',
      '/sign_in/client_id is missing',
      '/sign_in/roles has an unknown role',
      '/sign_in/roles needs role_claim',
      '/sign_in/key_variable names an environment variable that is not set',
      '/sign_in/colour is not a known field',
      '/end_user_tokens/0/issuer must be an https address',
      '/end_user_tokens/0/tenants must be an array',
      '/end_user_tokens/1/issuer is missing',
    ])
      expect(attempt).toThrow(fault);
    expect(attempt).not.toThrow('secret');
    expect(() => read({})).toThrow('names nothing');
    expect(() => read([])).toThrow('the file must be an object');
    expect(() => readIdentityFile('{', sources)).toThrow('the file is not JSON');
  });
});
