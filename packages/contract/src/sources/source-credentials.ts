import { z } from 'zod';
import { writtenTextSchema } from '../fields/written-text.ts';
import type { SourceKind } from './source-connection.ts';

const secret = (max: number) => writtenTextSchema({ max, lines: 'one' });

const fields = {
  username: secret(255),
  token: secret(16_384),
  access_key_id: secret(255),
  secret_access_key: secret(1_024),
  session_token: secret(4_096),
  directory_id: secret(255),
  client_id: secret(255),
  client_secret: secret(1_024),
  client_email: secret(320),
  private_key: writtenTextSchema({ max: 8_192, lines: 'many' }),
};
type CredentialName = keyof typeof fields;

/** What a source is read with. It is encrypted at rest and never returned. */
export const sourceCredentialsSchema = z
  .strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.exactOptional()])) as {
      [Name in CredentialName]: z.ZodExactOptional<(typeof fields)[Name]>;
    },
  )
  .meta({ id: 'SourceCredentialsRequest' });

export type SourceCredentials = z.output<typeof sourceCredentialsSchema>;

type Choice = { readonly needs: readonly CredentialName[]; readonly may?: readonly CredentialName[] };

const nothing: Choice = { needs: [] };
const application: Choice = { needs: ['directory_id', 'client_id', 'client_secret'] };

/** The sets of credentials that a source of each kind can be read with. */
const credentialChoices: Readonly<Record<SourceKind, readonly Choice[]>> = {
  website: [nothing, { needs: ['username', 'token'] }, { needs: ['token'] }],
  git: [nothing, { needs: ['token'], may: ['username'] }],
  s3: [nothing, { needs: ['access_key_id', 'secret_access_key'], may: ['session_token'] }],
  folder: [nothing],
  feed: [nothing, { needs: ['username', 'token'] }, { needs: ['token'] }],
  confluence: [{ needs: ['username', 'token'] }, { needs: ['token'] }],
  sharepoint: [application, { needs: ['token'] }],
  onedrive: [application, { needs: ['token'] }],
  google_drive: [{ needs: ['client_email', 'private_key'] }, { needs: ['token'] }],
};

/** Why a source of this kind cannot be read with these credentials; null if it can. */
export function credentialsFault(kind: SourceKind, credentials: SourceCredentials | null): string | null {
  const given = Object.keys(credentials ?? {});
  const choices = credentialChoices[kind];
  const fits = choices.some(
    ({ needs, may = [] }) =>
      needs.every((name) => given.includes(name)) &&
      given.every((name) => [...needs, ...may].some((known) => known === name)),
  );
  if (fits) return null;
  const expected = choices.map(({ needs, may = [] }) =>
    needs.length === 0 ? 'none' : [...needs, ...may.map((name) => `optionally ${name}`)].join(', '),
  );
  return `A source of the kind ${kind} takes these credentials: ${expected.join('; or ')}`;
}
