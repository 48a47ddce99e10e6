import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** An OpenID provider on the loopback interface, at which one person is signed in. */
export interface FakeIssuer {
  readonly issuer: string;
  /** What it says of the person from now on. */
  claims: JWTPayload;
  /** Replaces the nonce of ID tokens; null: as requested. */
  nonce: string | null;
  /** Signs ID tokens instead of its own key. */
  idTokenKey: Key | null;
  /** Whether a code works more than once. */
  repeatsCodes: boolean;
  readonly clientSecret: string;
  /** Follows a redirect to it: where the browser continues. */
  authorize(url: string): Promise<URL>;
  sign(payload: JWTPayload, options?: SignOptions): Promise<string>;
  /** How often its keys were read. */
  keyReads(): number;
  close(): Promise<void>;
}

interface SignOptions {
  /** Another key under the same name. */
  readonly key?: Key;
  readonly audience?: string;
  readonly issuer?: string;
  readonly expiresIn?: string | null;
  readonly subject?: string | null;
}

export async function startFakeIssuer(audience: string): Promise<FakeIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const codes = new Map<string, URLSearchParams>();
  let keyReads = 0;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const fake: FakeIssuer = {
    ...{ issuer, claims: {}, nonce: null, idTokenKey: null, repeatsCodes: false },
    ...{ clientSecret: 'hush', keyReads: () => keyReads },
    authorize: async (url) => {
      const response = await fetch(url, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '');
    },
    sign: async (payload, options = {}) => {
      const { key = privateKey, expiresIn = '5m', subject = 'alice' } = options;
      const jwt = new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? audience)
        .setIssuedAt();
      if (subject !== null) jwt.setSubject(subject);
      if (expiresIn !== null) jwt.setExpirationTime(expiresIn);
      return await jwt.sign(key);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', issuer);
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/.well-known/openid-configuration')
      send({
        ...{ issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` },
        ...{ authorization_endpoint: `${issuer}/authorize`, response_types_supported: ['code'] },
        ...{ subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['ES256'] },
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      });
    else if (url.pathname === '/keys') {
      keyReads += 1;
      send({ keys: [jwk] });
    } else if (url.pathname === '/authorize') {
      const code = `code-${codes.size + 1}`;
      codes.set(code, url.searchParams);
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        code,
        state: url.searchParams.get('state') ?? '',
        iss: issuer,
      }).toString();
      response.writeHead(302, { location: back.href }).end();
    } else await exchange(new URLSearchParams(await text(request)), send);
  }

  async function exchange(
    form: URLSearchParams,
    send: (body: object, status?: number) => void,
  ): Promise<void> {
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    if (!fake.repeatsCodes) codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      asked?.get('code_challenge') === challenge &&
      asked.get('redirect_uri') === form.get('redirect_uri') &&
      form.get('client_secret') === fake.clientSecret;
    if (!isRight) return send({ error: 'invalid_grant' }, 400);
    const nonce = fake.nonce ?? asked.get('nonce') ?? '';
    const subject = typeof fake.claims.sub === 'string' ? fake.claims.sub : 'alice';
    const key = fake.idTokenKey ?? privateKey;
    const idToken = await fake.sign({ ...fake.claims, nonce }, { subject, key });
    // A client may name what it wants to use the token for (RFC 8707).
    const resource = form.get('resource');
    const accessToken =
      resource === null ? 'access' : await fake.sign(fake.claims, { subject, audience: resource });
    send({ access_token: accessToken, token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }
  return fake;
}
