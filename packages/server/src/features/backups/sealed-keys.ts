import { hash } from 'node:crypto';
import { UserError } from '@avow/foundation';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { z } from 'zod';
import { type BackupManifest, nameOfKeys } from './manifest.ts';
import type { BackupTarget } from './targets/backup-target.ts';

const schema = z.object({ pepper: z.string(), master_key: z.string(), log_key: z.string() });

/** The texts of the key files. */
export type KeyTexts = z.infer<typeof schema>;

type KeysInBackup = NonNullable<BackupManifest['keys']>;

/** A new identity of age and its recipient: the one opens what is encrypted to the other. */
export async function newIdentity(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await generateIdentity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Throws unless age can encrypt to it. */
export function assertRecipient(recipient: string): void {
  try {
    new Encrypter().addRecipient(recipient);
  } catch (error) {
    throw new UserError(`${recipient} is not a recipient of age: it begins with "age1".`, { cause: error });
  }
}

/**
 * Encrypted again only if the keys or the recipients have changed, since every encryption is different. Others may have
 * written to the target: only what a backup of this installation has named is taken for its own.
 */
export async function writeKeys(
  target: BackupTarget,
  keys: KeyTexts,
  { recipients, last }: { readonly recipients: readonly string[]; readonly last: KeysInBackup | null },
): Promise<KeysInBackup> {
  const json = JSON.stringify(keys);
  const of = hash('sha256', [json, ...recipients].join('\n'));
  const found = last?.of === of ? await target.read(last.name) : null;
  if (last !== null && found !== null && hash('sha256', found) === last.hash) return last;
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const sealed = await encrypter.encrypt(json);
  const digest = hash('sha256', sealed);
  const name = nameOfKeys(digest.slice(0, 32));
  await target.write(name, sealed);
  return { name, hash: digest, of };
}

/** `identities`: the text of a file with identities, as age-keygen writes it. */
export async function readKeys(
  target: BackupTarget,
  keys: KeysInBackup,
  identities: string,
): Promise<KeyTexts> {
  const sealed = await target.read(keys.name);
  if (sealed === null)
    throw new UserError(`The backup is not complete: ${keys.name} is missing in ${target.name}.`);
  if (hash('sha256', sealed) !== keys.hash)
    throw new UserError(`The backup is damaged: ${keys.name} in ${target.name} is not what was written.`);
  const decrypter = new Decrypter();
  try {
    for (const line of identities.split(/\r?\n/))
      if (line.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(line.trim());
    return schema.parse(JSON.parse(await decrypter.decrypt(sealed, 'text')));
  } catch (error) {
    // Its message is not repeated: it may quote what was decrypted.
    throw new UserError(
      'The identity does not open the keys of this backup: they are encrypted to another recipient.',
      {
        cause: error,
      },
    );
  }
}
