import { readFile } from 'node:fs/promises';
import type { StreamTls } from '../../../config/security-streams.ts';

/** What a connection is opened with. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly minVersion: 'TLSv1.2';
}

/** Reads the files anew, so that what was renewed is used at once. */
export async function readTls({ caFile, certificateFile, keyFile }: StreamTls): Promise<TlsMaterial> {
  const read = async (path: string | null) => (path === null ? null : await readFile(path, 'utf8'));
  const [ca, cert, key] = await Promise.all([read(caFile), read(certificateFile), read(keyFile)]);
  return {
    ...(ca === null ? {} : { ca }),
    ...(cert === null ? {} : { cert }),
    ...(key === null ? {} : { key }),
    minVersion: 'TLSv1.2',
  };
}
