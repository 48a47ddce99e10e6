import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogKey, readLogKey } from './log-key.ts';
import { createMasterKey, parseMasterKey, readMasterKey } from './master-key.ts';
import { createPepper, readPepper } from './pepper.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const toHex = (key: Uint8Array | null) => (key === null ? null : Buffer.from(key).toString('hex'));

/** Each of the three, and what distinguishes one key from another. */
const kinds = {
  pepper: {
    read: async (path: string) => (await readPepper(path))?.export().toString('hex') ?? null,
    create: async (path: string) => (await createPepper(path)).export().toString('hex'),
  },
  'master key': {
    read: async (path: string) => toHex(await readMasterKey(path)),
    create: async (path: string) => toHex(await createMasterKey(path)),
  },
  'log key': {
    read: async (path: string) => (await readLogKey(path))?.export({ format: 'jwk' }).x ?? null,
    create: async (path: string) => (await createLogKey(path)).export({ format: 'jwk' }).x,
  },
} as const;

describe.each(Object.entries(kinds))('the %s', (name, { read, create }) => {
  it('does not exist until it is created, and is then stable and readable by its owner only', async () => {
    const path = join(folder, 'deeper', 'the.key');
    expect(await read(path)).toBeNull();
    const made = await create(path);
    expect(await read(path)).toBe(made);
    expect(await create(path)).toBe(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'deeper')).mode & 0o777).toBe(0o700);
  });

  it('is the same for all concurrent creators, and leaves no temporary file', async () => {
    const path = join(folder, 'the.key');
    const made = await Promise.all(Array.from({ length: 8 }, () => create(path)));
    expect(new Set(made).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['the.key']);
  });

  it('is refused if the file is damaged, without repeating its content', async () => {
    const path = join(folder, 'the.key');
    await create(path);
    const whole = readFileSync(path, 'utf8');
    for (const damaged of ['', whole.slice(0, whole.length / 2), 'c2VjcmV0\n', 'x'.repeat(20_000)]) {
      writeFileSync(path, damaged);
      const refusal = await read(path).catch((error: Error) => error.message);
      expect(refusal).toBe(`The ${name} file ${path} is damaged: restore it from a backup.`);
    }
    await expect(read(folder)).rejects.toThrow(`The ${name} file ${folder} cannot be read (EISDIR).`);
  });

  it.runIf(existsSync('/dev/zero'))('is not looked for to the end of a file that has none', async () => {
    await expect(read('/dev/zero')).rejects.toThrow(`The ${name} file /dev/zero is damaged`);
  });
});

describe('parseMasterKey', () => {
  it('accepts 32 bytes in canonical encoding', () => {
    const text = Buffer.alloc(32, 0xfb).toString('base64url');
    expect(parseMasterKey(text)).toEqual(new Uint8Array(32).fill(0xfb));
    const others = [
      `${text}=`,
      ` ${text}`,
      text.slice(1),
      `${text}A`,
      Buffer.alloc(32, 0xfb).toString('base64'),
      '',
    ];
    for (const other of others) expect(parseMasterKey(other)).toBeNull();
    // The last character has two bits to spare: with them set it would be a second spelling.
    expect(parseMasterKey(`${'A'.repeat(42)}B`)).toBeNull();
  });
});

describe('the log key', () => {
  it('must be an unencrypted Ed25519 private key', async () => {
    const path = join(folder, 'log.key');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const pem of [
      other.export({ format: 'pem', type: 'pkcs8' }),
      publicKey.export({ format: 'pem', type: 'spki' }),
      privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' }),
    ]) {
      writeFileSync(path, pem);
      await expect(readLogKey(path)).rejects.toThrow('is damaged');
    }
    writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    expect((await readLogKey(path))?.equals(privateKey)).toBe(true);
  });
});
