import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { UserError } from '@avow/foundation';
import type { KeyUnwrapping } from '@avow/foundation/keys';

/** Turns the content of the master key file into the text of the key, in base64 or base64url. Throws a `UserError`. */
export type UnwrapKey = (wrapped: string) => Promise<string>;

const outputBytesMax = 16 * 1024;
const timeoutMs = 30_000;

export function openKeyUnwrapping(unwrapping: KeyUnwrapping): UnwrapKey {
  switch (unwrapping.kind) {
    case 'age':
      return (wrapped) => unwrapWithAge(unwrapping.identityFile, wrapped);
    case 'command':
      return (wrapped) => unwrapByCommand(unwrapping.program, wrapped);
    case 'service':
      return (wrapped) => unwrapByService(unwrapping, wrapped);
  }
}

/** The key was encrypted to a recipient of age, with armor. */
async function unwrapWithAge(identityFile: string, wrapped: string): Promise<string> {
  const { armor, Decrypter } = await import('age-encryption');
  const identities = await readFile(identityFile, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`The identity file ${identityFile} cannot be read (${cause.code}).`, { cause });
  });
  const decrypter = new Decrypter();
  try {
    for (const line of identities.split(/\r?\n/))
      if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line.trim());
    return await decrypter.decrypt(armor.decode(wrapped), 'text');
  } catch (cause) {
    throw new UserError(`The identity in ${identityFile} does not open the master key file.`, { cause });
  }
}

/** The program gets the content of the file as its input, and prints the key. What it says otherwise is shown to the operator. */
async function unwrapByCommand(program: string, wrapped: string): Promise<string> {
  const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = () => {
    child.kill('SIGKILL');
    // What it has started may hold the other end open.
    child.stdout.destroy();
  };
  const timer = setTimeout(stop, timeoutMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > outputBytesMax) stop();
    else chunks.push(chunk);
  });
  // A program that does not read its input closes it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(wrapped);
  const ended = await new Promise<number | string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'it cannot be started'));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  clearTimeout(timer);
  if (ended !== 0) throw new UserError(`The program ${program} did not unwrap the master key (${ended}).`);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Sends the content of the file as `ciphertext`, and takes `plaintext` from the response, or from its `data`: what the
 * transit engine of Vault and OpenBao and the service of Google Cloud understand.
 */
async function unwrapByService(
  { url, tokenFile }: Extract<KeyUnwrapping, { kind: 'service' }>,
  wrapped: string,
): Promise<string> {
  const { host } = new URL(url);
  const token = tokenFile === null ? null : await readToken(tokenFile);
  try {
    const response = await fetch(url, {
      ...{ method: 'POST', redirect: 'error', body: JSON.stringify({ ciphertext: wrapped }) },
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const text = await readBounded(response);
    const { plaintext, data } = JSON.parse(text) as { plaintext?: unknown; data?: { plaintext?: unknown } };
    const found = plaintext ?? data?.plaintext;
    if (typeof found !== 'string') throw new Error('the response has no plaintext');
    return found;
  } catch (cause) {
    // Of the cause only what cannot quote the key: a status, or the name of the error.
    const reason =
      cause instanceof Error && cause.message.startsWith('status ') ? cause.message : 'no answer';
    throw new UserError(`The key management service ${host} did not unwrap the master key (${reason}).`);
  }
}

async function readToken(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`The token file ${path} cannot be read (${cause.code}).`, { cause });
  });
  return text.trim();
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > outputBytesMax) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
