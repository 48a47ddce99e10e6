import { readFileSync } from 'node:fs';

/** The version in the manifest of the package. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
