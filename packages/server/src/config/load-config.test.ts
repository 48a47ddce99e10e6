import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { settings } from './setting-table.ts';

function faultsOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return '';
}

describe('loadConfig', () => {
  it('[CON-6-09] [CON-6-10] [CON-6-12] [CON-6-13] [CON-6-15] [CON-6-03] has the decided defaults', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8642,
      queryRatePerMinute: 120,
      queryBurst: 20,
      readRatePerMinute: 600,
      tenantQueriesAtOnceMax: 16,
      failedKeysPerMinute: 20,
      queryDeadlineMs: 60_000,
      idempotencyKeepMs: 86_400_000,
    });
    expect(config.dataDir).toBe(join(process.cwd(), '.avow'));
    expect(config.pepperFile).toBe(join(process.cwd(), '.avow', 'pepper.key'));
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('reads what is set, and treats empty as unset', () => {
    const config = loadConfig({
      AVOW_PORT: '0',
      AVOW_HOST: '',
      AVOW_DATA_DIR: '/var/lib/avow',
      AVOW_BASE_URL: 'https://answers.example.org/',
      HOME: 'x',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      pepperFile: '/var/lib/avow/pepper.key',
      baseUrl: 'https://answers.example.org',
    });
  });

  it('reads a server for mail, which needs a sender', () => {
    const from = { AVOW_MAIL_FROM: 'Acme <answers@acme.example>' };
    const server = (url: string) => loadConfig({ AVOW_SMTP_URL: url, ...from }).smtpServer;
    expect(server('smtp://mail.example')).toMatchObject({ host: 'mail.example', port: 587, user: null });
    expect(server('smtps://ada%40acme:p%2Fw@[::1]')).toMatchObject({
      ...{ host: '::1', port: 465, isSecure: true, user: 'ada@acme', password: 'p/w' },
    });
    expect(faultsOf({ AVOW_SMTP_URL: 'smtp://mail.example' })).toMatch(/have to be set together/);
    expect(faultsOf(from)).toMatch(/have to be set together/);
    const faults = faultsOf({ AVOW_SMTP_URL: 'https://u:hunter2@mail.example', AVOW_MAIL_FROM: 'Acme' });
    expect(faults).toMatch(/AVOW_SMTP_URL must be an address as smtp:/);
    expect(faults).toMatch(/AVOW_MAIL_FROM must be an address such as/);
    expect(faults).not.toContain('hunter2');
  });

  it('reports all errors together, and repeats no value', () => {
    const faults = faultsOf({
      AVOW_PORT: '70000',
      AVOW_LOG_LEVEL: 'loud',
      AVOW_BASE_URL: 'ftp://x',
      AVOW_PROT: '1',
      AVOW_TRUSTED_PROXIES: 'all',
      AVOW_QUERY_BURST: '2e3',
    });
    for (const variable of [
      'AVOW_PORT',
      'AVOW_LOG_LEVEL',
      'AVOW_BASE_URL',
      'AVOW_PROT',
      'AVOW_TRUSTED_PROXIES',
      'AVOW_QUERY_BURST',
    ]) {
      expect(faults).toContain(variable);
    }
    expect(faults).not.toContain('loud');
    expect(faults).toContain('AVOW_PROT is not a setting');
  });

  it('names the file of language models from the working directory', () => {
    expect(loadConfig({}).modelsFile).toBeNull();
    expect(loadConfig({ AVOW_MODELS_FILE: 'models.json' }).modelsFile).toBe(
      join(process.cwd(), 'models.json'),
    );
    expect(faultsOf({ AVOW_GUARDRAIL_MODEL: 'small' })).toContain('AVOW_GUARDRAIL_MODEL is not a setting');
  });

  it('reads the master key from one source, complete, and never repeats it', () => {
    const key = Buffer.alloc(32, 7).toString('base64url');
    expect(loadConfig({ AVOW_MASTER_KEY: key })).toMatchObject({ masterKey: key });
    expect(loadConfig({ AVOW_MASTER_KEY: key, AVOW_MASTER_KEY_FILE: '' })).toMatchObject({ masterKey: key });
    expect(loadConfig({ AVOW_DATA_DIR: '/var/lib/avow' })).toMatchObject({
      masterKey: null,
      masterKeyFile: '/var/lib/avow/master.key',
      logKeyFile: '/var/lib/avow/log.key',
      anchorDir: '/var/lib/avow/anchors',
      anchorUrl: null,
      checkpointEveryMs: 5000,
    });
    expect(faultsOf({ AVOW_MASTER_KEY: key, AVOW_MASTER_KEY_FILE: '/vault/key' })).toContain(
      'AVOW_MASTER_KEY and AVOW_MASTER_KEY_FILE are set at once',
    );
    for (const odd of [key.slice(1), `${key}=`, 'hunter2'.repeat(6)]) {
      const faults = faultsOf({ AVOW_MASTER_KEY: odd });
      expect(faults).toContain('AVOW_MASTER_KEY must be 32 bytes in base64url');
      expect(faults).not.toContain(odd);
    }
  });

  it('reads up to four authorities for time stamps, and wants to know who vouches for them', () => {
    const roots = { AVOW_TIME_STAMP_ROOTS_FILE: '/etc/roots.pem' };
    const urls = 'https://tsa.example.org/tsr, http://10.0.0.7:3180/';
    expect(loadConfig({ AVOW_TIME_STAMP_URLS: urls, ...roots }).timeStampUrls).toEqual([
      ...['https://tsa.example.org/tsr', 'http://10.0.0.7:3180'],
    ]);
    expect(faultsOf({ AVOW_TIME_STAMP_URLS: urls })).toContain(
      'AVOW_TIME_STAMP_URLS needs AVOW_TIME_STAMP_ROOTS_FILE',
    );
    for (const odd of ['ftp://x', 'https://u:p@x', 'https://x?a', 'https://x,https://x', 'a,b,c,d,e'])
      expect(faultsOf({ AVOW_TIME_STAMP_URLS: odd, ...roots }), odd).toContain(
        'AVOW_TIME_STAMP_URLS must be',
      );
  });

  it('accepts no region that would end the host name which keys are sent to', () => {
    expect(loadConfig({ AVOW_S3_REGION: 'eu-central-1' }).s3Region).toBe('eu-central-1');
    for (const region of ['x.evil.example/', 'evil.example#', 'a@evil', 'a.b'])
      expect(faultsOf({ AVOW_S3_REGION: region })).toContain(
        'AVOW_S3_REGION must be the name of a region, such as eu-central-1',
      );
  });

  it('searches in the database only if there is one', () => {
    expect(loadConfig({})).toMatchObject({ search: 'embedded' });
    expect(faultsOf({ AVOW_SEARCH: 'postgres' })).toContain(
      'AVOW_SEARCH is postgres, and AVOW_DATABASE_URL is not set',
    );
    const env = { AVOW_SEARCH: 'postgres', AVOW_DATABASE_URL: 'postgres://avow@db.example/avow' };
    expect(loadConfig(env)).toMatchObject({ search: 'postgres' });
  });

  it('has one variable for each setting', () => {
    const variables = Object.values(settings).map((setting) => setting.variable);
    expect(new Set(variables).size).toBe(variables.length);
  });
});
