import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { armor, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKeys } from '../../src/app/open-keys.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { findMasterKey } from '../../src/secrets/master-key.ts';

const key = Buffer.alloc(32, 7);
let folder: string;
/** A key management service: it unwraps what begins with `wrapped:`, for those who have the token. */
let service: Server;
let url: string;
let answer: (plaintext: string) => unknown;
let seen: Pick<IncomingMessage, 'headers'> | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avow-unwrap-'));
  service = createServer(async (request, response) => {
    seen = request;
    const { ciphertext } = JSON.parse(await text(request));
    if (request.url === '/moved') response.writeHead(307, { location: url }).end();
    else if (request.headers.authorization !== 'Bearer t0ken') response.writeHead(403).end('denied');
    else response.end(JSON.stringify(answer(String(ciphertext).replace('wrapped:', ''))));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/decrypt`;
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** What a service that is configured like this starts with. */
async function unwrap(wrapped: string, unwrapping: string) {
  const file = write('master.key', wrapped);
  const config = loadConfig({ AVOW_MASTER_KEY_FILE: file, AVOW_MASTER_KEY_UNWRAP: unwrapping });
  const found = await findMasterKey(config);
  return found === null ? null : Buffer.from(found);
}

describe('a wrapped master key', () => {
  it('is unwrapped with an identity of age, and with no other', async () => {
    const [identity, stranger] = [await generateIdentity(), await generateIdentity()];
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(identity));
    const wrapped = armor.encode(await encrypter.encrypt(key.toString('base64url')));
    const identityFile = write('identity.txt', `# created today\n${identity}\n`);
    expect(await unwrap(wrapped, `age:${identityFile}`)).toEqual(key);
    const other = `age:${write('stranger.txt', stranger)}`;
    await expect(unwrap(wrapped, other)).rejects.toThrow('does not open the master key file');
    await expect(unwrap(key.toString('base64url'), `age:${identityFile}`)).rejects.toThrow('does not open');
    await expect(unwrap(wrapped, 'age:/nowhere')).rejects.toThrow('cannot be read (ENOENT)');
  });

  it('is unwrapped by a program that gets it as its input', async () => {
    const program = write('unwrap.sh', '#!/bin/sh\nsed s/^wrapped://\n');
    chmodSync(program, 0o700);
    expect(await unwrap(`wrapped:${key.toString('base64')}`, `command:${program}`)).toEqual(key);
    await expect(unwrap('wrapped:nonsense', `command:${program}`)).rejects.toThrow('is not a key');
    const failing = write('fail.sh', '#!/bin/sh\nexit 3\n');
    chmodSync(failing, 0o700);
    await expect(unwrap('x', `command:${failing}`)).rejects.toThrow('did not unwrap the master key (3)');
    await expect(unwrap('x', 'command:/nowhere')).rejects.toThrow('(ENOENT)');
    const endless = write('endless.sh', '#!/bin/sh\nyes\n');
    chmodSync(endless, 0o700);
    await expect(unwrap('x', `command:${endless}`)).rejects.toThrow('did not unwrap');
  });

  it.each([
    ['in the response', (plaintext: string) => ({ plaintext })],
    ['in its data', (plaintext: string) => ({ data: { plaintext } })],
  ])('is unwrapped by a key management service, which gives it %s', async (_, shape) => {
    answer = shape;
    const token = write('token', 't0ken\n');
    expect(await unwrap(`wrapped:${key.toString('base64')}`, `${url}#${token}`)).toEqual(key);
    expect(seen?.headers['content-type']).toBe('application/json');
  });

  it('is refused clearly, without what a service said, if it cannot be unwrapped there', async () => {
    answer = () => ({ plaintext: 5, secret: 'unsaid' });
    const token = write('token', 't0ken');
    const fault = await unwrap('wrapped:x', `${url}#${token}`).catch(String);
    expect(fault).toMatch(/did not unwrap the master key \(no answer\)\.$/);
    expect(await unwrap('wrapped:x', url).catch(String)).toContain('(status 403)');
    const moved = `${url.replace('/decrypt', '/moved')}#${token}`;
    expect(await unwrap('wrapped:x', moved).catch(String)).toContain('(no answer)');
    expect(await unwrap('wrapped:x', 'http://127.0.0.1:9/').catch(String)).toContain('(no answer)');
  });

  it('is not read from a place that the configuration names wrongly', () => {
    for (const wrong of [
      ...['age:identity.txt', 'command:unwrap', 'pkcs11:/x', 'http://kms.example/', 'ftp://kms.example/'],
      ...['https://u:p@kms.example/', 'https://kms.example/?token=x', 'https://kms.example/#token', 'age:'],
    ])
      expect(() => loadConfig({ AVOW_MASTER_KEY_UNWRAP: wrong }), wrong).toThrow(
        'AVOW_MASTER_KEY_UNWRAP must',
      );
  });

  it('is not created, but asked for', async () => {
    const config = loadConfig({
      ...{ AVOW_DATA_DIR: join(folder, 'new'), AVOW_MASTER_KEY_UNWRAP: 'command:/bin/cat' },
    });
    await expect(openKeys(config)).rejects.toThrow('Wrap 32 random bytes');
  });
});
