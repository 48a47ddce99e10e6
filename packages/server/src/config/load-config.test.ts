import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../errors/user-error.ts';
import { loadConfig, settings } from './load-config.ts';

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

  it('reads what is set, and takes empty for unset', () => {
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

  it('names every fault at once, and repeats no value', () => {
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

  it('reads a guardrail model, with a key or without', () => {
    const env = { AVOW_GUARDRAIL_MODEL_URL: 'http://127.0.0.1:11434/v1/', AVOW_GUARDRAIL_MODEL: 'small:8b' };
    expect(loadConfig(env)).toMatchObject({
      guardrailModelUrl: 'http://127.0.0.1:11434/v1',
      guardrailModel: 'small:8b',
      guardrailModelKeyFile: null,
    });
    expect(loadConfig({ ...env, AVOW_GUARDRAIL_MODEL_KEY_FILE: '/run/key' }).guardrailModelKeyFile).toBe(
      '/run/key',
    );
    expect(loadConfig({})).toMatchObject({ guardrailModelUrl: null, guardrailModel: null });
  });

  it('names what is missing of half a guardrail model', () => {
    const url = { AVOW_GUARDRAIL_MODEL_URL: 'https://models.example.org/v1' };
    const model = { AVOW_GUARDRAIL_MODEL: 'small' };
    const keyFile = { AVOW_GUARDRAIL_MODEL_KEY_FILE: '/run/key' };
    expect(faultsOf(url)).toContain('AVOW_GUARDRAIL_MODEL is missing beside AVOW_GUARDRAIL_MODEL_URL');
    expect(faultsOf(model)).toContain('AVOW_GUARDRAIL_MODEL_URL is missing beside AVOW_GUARDRAIL_MODEL');
    expect(faultsOf(keyFile).match(/is missing beside AVOW_GUARDRAIL_MODEL_KEY_FILE/g)).toHaveLength(2);
    expect(faultsOf({ ...url, ...keyFile }).match(/is missing/g)).toHaveLength(1);
    expect(faultsOf({ ...url, AVOW_GUARDRAIL_MODEL: '' })).toContain('AVOW_GUARDRAIL_MODEL is missing');
    expect(faultsOf({ ...url, ...model, ...keyFile })).toBe('');
  });

  it.each([
    ['http://models.example.org/v1', 'must begin with https'],
    ['http://8.8.8.8/v1', 'must begin with https'],
    ['http://127.0.0.1/v1/chat/completions', 'without /chat/completions'],
    ['https://models.example.org/v1?key=1', 'without credentials or a query'],
    ['https://me:word@models.example.org/v1', 'without credentials or a query'],
    ['https://models.example.org/v1#x', 'without a fragment'],
  ])('takes no guardrail model at %s', (address, fault) => {
    const faults = faultsOf({ AVOW_GUARDRAIL_MODEL_URL: address, AVOW_GUARDRAIL_MODEL: 'small' });
    expect(faults).toContain(`AVOW_GUARDRAIL_MODEL_URL ${fault.startsWith('must') ? fault : 'must be'}`);
    expect(faults).toContain(fault);
    expect(faults).not.toContain(address);
  });

  it('takes no name of a guardrail model with spaces or without an end', () => {
    for (const name of ['two words', 'x'.repeat(201), 'line\n'])
      expect(
        faultsOf({ AVOW_GUARDRAIL_MODEL_URL: 'http://ollama/v1', AVOW_GUARDRAIL_MODEL: name }),
      ).toContain('AVOW_GUARDRAIL_MODEL must be 1 to 200');
  });

  it('has one variable for each setting', () => {
    const variables = Object.values(settings).map((setting) => setting.variable);
    expect(new Set(variables).size).toBe(variables.length);
  });
});
