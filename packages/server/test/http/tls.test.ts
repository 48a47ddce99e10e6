import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { createLog } from '@avow/foundation/log';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTls } from '../../src/app/open-tls.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { selfSigned } from '../support/self-signed.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let folder: string;
let service: TestService;
let url: string;
let trusted: string[];
const path = (name: string) => join(folder, name);
const env = () => ({ AVOW_TLS_CERT: path('cert.pem'), AVOW_TLS_KEY: path('key.pem') });

async function write(name: string): Promise<void> {
  const { cert, key } = await selfSigned(name);
  trusted = [...trusted, cert];
  writeFileSync(path('key.pem'), key);
  writeFileSync(path('cert.pem'), cert);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avow-tls-'));
  trusted = [];
  await write('first');
  service = await startTestService({ env: env() });
  url = await service.app.listen();
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The body of a response, and the name in the certificate that was shown. */
async function get(options: { readonly maxVersion?: 'TLSv1.1' | 'TLSv1.2' } = {}) {
  return await new Promise<{ readonly body: string; readonly name: unknown }>((resolve, reject) => {
    request(`${url}/healthz`, { ca: trusted, agent: false, ...options }, async (response) => {
      const name = (response.socket as TLSSocket).getPeerCertificate().subject.CN;
      resolve({ body: await text(response), name });
    })
      .on('error', reject)
      .end();
  });
}

describe('TLS inside the service', () => {
  it('serves HTTPS, from TLS 1.2 on', async () => {
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await get()).toEqual({ body: '{"status":"ok"}', name: 'first' });
    expect((await get({ maxVersion: 'TLSv1.2' })).name).toBe('first');
    await expect(get({ maxVersion: 'TLSv1.1' })).rejects.toThrow();
    await expect(fetch(url.replace('https', 'http'))).rejects.toThrow();
  });

  it('uses a new certificate without a restart, and none that is damaged', async () => {
    await write('second');
    await waitFor(async () => expect((await get()).name).toBe('second'));
    writeFileSync(path('cert.pem'), 'damaged');
    await waitFor(() => expect(service.logText()).toContain('the one before stays in use'));
    expect((await get()).name).toBe('second');
  });

  it('is refused if a file is missing, the two do not fit, or one is not set', async () => {
    const log = createLog('silent');
    writeFileSync(path('cert.pem'), (await selfSigned('other')).cert);
    expect(() => openTls(loadConfig(env()), { log })).toThrow('cannot be used together');
    const missing = { ...env(), AVOW_TLS_KEY: path('none.pem') };
    expect(() => openTls(loadConfig(missing), { log })).toThrow(
      `${path('none.pem')} cannot be read (ENOENT)`,
    );
    expect(() => loadConfig({ AVOW_TLS_CERT: path('cert.pem') })).toThrow('have to be set together');
  });
});
