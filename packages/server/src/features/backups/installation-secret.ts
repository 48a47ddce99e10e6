import { hash, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * What backups of an installation are authenticated with. Only the installation and the holders of its identities know it: a
 * recipient is public, so anyone who knows it can encrypt keys of their own to it and write a whole backup around them. It is
 * derived from the pepper, which no command replaces, so identities stay valid when other keys are replaced.
 */
export type InstallationSecret = Uint8Array;

const secretBytes = 32;

export const secretOf = (pepper: KeyObject): InstallationSecret =>
  new Uint8Array(hkdfSync('sha256', pepper.export(), '', 'avow backup installation', secretBytes));

/** The name of an installation in its backups. It tells nothing about the secret. */
export const installationOf = (secret: InstallationSecret): string => hash('sha256', secret);

const linePrefix = '# avow installation: ';
const secretForm = /^[\w-]{43}$/;

/** The line of an identity file by which it knows an installation. For age it is a comment. */
export const secretLine = (secret: InstallationSecret): string =>
  `${linePrefix}${Buffer.from(secret).toString('base64url')}`;

/** The installations that an identity file knows. */
export function readSecrets(identities: string): readonly InstallationSecret[] {
  return identities
    .split(/\r?\n/)
    .filter((line) => line.startsWith(linePrefix))
    .map((line) => line.slice(linePrefix.length).trim())
    .filter((text) => secretForm.test(text))
    .map((text) => Buffer.from(text, 'base64url'));
}
