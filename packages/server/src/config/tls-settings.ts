import { filePath } from './settings.ts';

/** For a service that clients reach without a proxy in front. */
export const tlsSettings = {
  tlsCert: filePath({
    variable: 'AVOW_TLS_CERT',
    meaning:
      'The file with the certificate chain in PEM. With it the service speaks HTTPS instead of HTTP. A changed file is used without a restart.',
  }),
  tlsKey: filePath({
    variable: 'AVOW_TLS_KEY',
    meaning: 'The file with the private key of that certificate, in PEM.',
  }),
};

/** What is wrong with these settings together. */
export function tlsFaults(textOf: (variable: string) => string | undefined): string[] {
  const { tlsCert, tlsKey } = tlsSettings;
  const isAlone = (textOf(tlsCert.variable) === undefined) !== (textOf(tlsKey.variable) === undefined);
  return isAlone ? [`${tlsCert.variable} and ${tlsKey.variable} have to be set together`] : [];
}
