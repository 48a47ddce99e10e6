import { readFileSync } from 'node:fs';
import { loadConfig } from '../../src/config/load-config.ts';
import { createBackup } from '../../src/features/backups/compose/create-backup.ts';
import { restoreBackup } from '../../src/features/backups/compose/restore-backup.ts';
import { openBackupTarget } from '../../src/features/backups/targets/open-backup-target.ts';

/** Backs up or restores, says so at the n-th call of the target, and waits there to be killed. */
const [job = '', call = '', address = '', dataDir = '', secret = ''] = process.argv.slice(2);
const config = loadConfig({ AVOW_DATA_DIR: dataDir });
const streams = { input: process.stdin, output: process.stdout };
const target = await openBackupTarget(address, config, { forWriting: job === 'backup', streams });
let left = Number(call);
const hanging = new Proxy(target, {
  get: (inner, name) => {
    const value: unknown = Reflect.get(inner, name);
    if (typeof value !== 'function') return value;
    return async (...parameters: unknown[]) => {
      left -= 1;
      if (left > 0) return await Reflect.apply(value, inner, parameters);
      setInterval(() => undefined, 1000);
      process.stdout.write('waiting\n');
      return await new Promise(() => undefined);
    };
  },
});
if (job === 'backup')
  await createBackup(config, hanging, { recipients: [secret], keep: null, threads: 1, nowMs: Date.now() });
else
  await restoreBackup(config, hanging, {
    ...{
      atMs: null,
      identities: readFileSync(secret, 'utf8'),
      acceptsLoss: true,
      isDrill: false,
      threads: 1,
    },
  });
