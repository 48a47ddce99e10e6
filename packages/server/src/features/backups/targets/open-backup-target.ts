import { resolve } from 'node:path';
import { UserError } from '@avow/foundation';
import type { BackupTarget } from './backup-target.ts';
import { openFolderTarget } from './open-folder-target.ts';
import { openS3Target } from './open-s3-target.ts';
import { openTarReader, openTarWriter } from './open-tar-target.ts';

export interface TargetSettings {
  readonly s3Endpoint: string | null;
  readonly s3Region: string;
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
}

export interface TargetStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/;

/** `-`: standard output, or standard input; `s3://bucket/prefix`; otherwise a folder. */
export async function openBackupTarget(
  address: string,
  settings: TargetSettings,
  { forWriting, streams }: { readonly forWriting: boolean; readonly streams: TargetStreams },
): Promise<BackupTarget> {
  if (address === '-')
    return forWriting ? openTarWriter(streams.output, Date.now) : await openTarReader(streams.input);
  if (!address.startsWith('s3://')) return await openFolderTarget(resolve(address), { forWriting });
  const [, bucket, path = ''] = bucketAddress.exec(address) ?? [];
  if (bucket === undefined || path.split('/').includes('..'))
    throw new UserError(`${address} is not the address of a bucket: use s3://bucket or s3://bucket/prefix.`);
  const { s3Endpoint: endpoint, s3Region: region, s3AccessKeyId, s3SecretAccessKey } = settings;
  if (s3AccessKeyId === null || s3SecretAccessKey === null)
    throw new UserError(`Set AVOW_S3_ACCESS_KEY_ID and AVOW_S3_SECRET_ACCESS_KEY to reach ${address}.`);
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const keys = { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey };
  return openS3Target({ bucket, prefix }, { endpoint, region, ...keys });
}
