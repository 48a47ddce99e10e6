import { s3RegionPattern } from '@avow/contract/values';
import { matchingText, numberSetting, optionalText, secretText, webAddress } from './settings.ts';

/** Where and how often the service backs itself up. */
export const backupSettings = {
  backupTarget: optionalText({
    variable: 'AVOW_BACKUP_TARGET',
    meaning:
      'Where the service makes backups by itself: a folder, or `s3://bucket/prefix`. Without it, only `avow backup` makes them.',
  }),
  backupEveryHours: numberSetting({
    variable: 'AVOW_BACKUP_EVERY_HOURS',
    meaning: 'How often the service makes a backup.',
    min: 1,
    max: 24 * 31,
    fallback: 24,
  }),
  backupKeep: numberSetting({
    variable: 'AVOW_BACKUP_KEEP',
    meaning: 'How many backups of the service are kept; older ones are removed after the next has succeeded.',
    min: 1,
    max: 10_000,
    fallback: 14,
  }),
  backupRecipient: optionalText({
    variable: 'AVOW_BACKUP_RECIPIENT',
    meaning:
      'The recipient of age (`age1…`) that the keys are encrypted to in backups; several are separated by commas. Without it, backups do not contain the keys. `avow backup --new-identity` makes one.',
  }),
  s3Endpoint: webAddress({
    variable: 'AVOW_S3_ENDPOINT',
    meaning: 'The address of the S3-compatible service that backups are kept in.',
    defaultText: 'Amazon S3 in AVOW_S3_REGION',
  }),
  s3Region: matchingText({
    variable: 'AVOW_S3_REGION',
    meaning: 'The region of the bucket that backups are kept in.',
    fallback: 'us-east-1',
    pattern: s3RegionPattern,
    expected: 'the name of a region, such as eu-central-1',
  }),
  s3AccessKeyId: optionalText({
    variable: 'AVOW_S3_ACCESS_KEY_ID',
    meaning: 'The id of the access key for that bucket.',
  }),
  s3SecretAccessKey: secretText({
    variable: 'AVOW_S3_SECRET_ACCESS_KEY',
    meaning: 'The access key for that bucket.',
  }),
};

/** What is wrong with these settings together. */
export function backupFaults(textOf: (variable: string) => string | undefined): string[] {
  const target = textOf(backupSettings.backupTarget.variable);
  if (target === undefined) return [];
  const faults: string[] = [];
  if (target === '-') faults.push('AVOW_BACKUP_TARGET must be a folder or a bucket');
  if (textOf('AVOW_DATABASE_URL') !== undefined)
    faults.push(
      'AVOW_BACKUP_TARGET is set, and AVOW_DATABASE_URL too: back PostgreSQL up with its own tools',
    );
  const hasKey = [backupSettings.s3AccessKeyId, backupSettings.s3SecretAccessKey].every(
    ({ variable }) => textOf(variable) !== undefined,
  );
  if (target.startsWith('s3://') && !hasKey)
    faults.push(
      'AVOW_BACKUP_TARGET is a bucket, and AVOW_S3_ACCESS_KEY_ID or AVOW_S3_SECRET_ACCESS_KEY is not set',
    );
  return faults;
}
