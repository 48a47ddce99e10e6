import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { UserError } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSecurityStreams, streamsMax } from './read-security-streams.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-streams-file-'));
  writeFileSync(join(folder, 'token'), 'secret-token\n');
  writeFileSync(join(folder, 'two-tokens'), 'secret-token\nsecret-token\n');
  writeFileSync(join(folder, 'no-certificate'), 'secret words');
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = { name: 'archive', kind: 'file', address: '/var/log/avow/events.ndjson', format: 'ecs' };
const https = { name: 'siem', kind: 'https', address: 'https://collector.example/e?x=1', format: 'ocsf' };
const syslog = { name: 'sys', kind: 'syslog', address: 'logs.example', format: 'ocsf' };
const noTls = { caFile: null, certificateFile: null, keyFile: null };

const read = (...streams: readonly object[]) => parseSecurityStreams(JSON.stringify({ streams }), folder);

function faultsOf(text: string): string {
  try {
    parseSecurityStreams(text, folder);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret');
    return error.message;
  }
  return '';
}
const faultsIn = (...streams: readonly unknown[]) => faultsOf(JSON.stringify({ streams }));

describe('the file of security streams', () => {
  it('gives a stream its defaults', () => {
    expect(read(file)).toEqual([
      {
        ...{ name: 'archive', format: 'ecs', events: 'both', tenants: null, from: 'now' },
        target: { kind: 'file', path: '/var/log/avow/events.ndjson' },
      },
    ]);
    expect(read(https)[0]?.target).toEqual({
      ...{ kind: 'https', url: 'https://collector.example/e?x=1', tokenFile: null, tls: noTls },
    });
    expect(read(syslog)[0]?.target).toEqual({
      ...{ kind: 'syslog', host: 'logs.example', port: 6514, tls: noTls },
    });
  });

  it('reads what is given, and finds files beside it', () => {
    const given = { events: 'guardrails', tenants: ['acme'], from: 'beginning', token_file: 'token' };
    expect(read({ ...https, ...given })).toEqual([
      {
        ...{ name: 'siem', format: 'ocsf', events: 'guardrails', tenants: ['acme'], from: 'beginning' },
        target: {
          ...{ kind: 'https', url: 'https://collector.example/e?x=1' },
          ...{ tokenFile: join(folder, 'token'), tls: noTls },
        },
      },
    ]);
    expect(read({ ...syslog, address: '[::1]:7000' })[0]?.target).toMatchObject({ host: '::1', port: 7000 });
    expect(read({ ...https, address: 'http://127.0.0.1:9/e' })).toHaveLength(1);
  });

  it('reports every fault at once, with its place, and repeats no value', () => {
    const found = faultsIn(
      { ...file, address: 'secret/relative', ca_file: 'x', token_file: 'token' },
      { ...https, name: 'Secret name', address: 'http://secret.example', token_file: 'two-tokens' },
      { ...syslog, address: 'secret.example/path', ca_file: 'no-certificate', certificate_file: 'missing' },
      { ...https, format: 'secret', events: 'secret', tenants: [], further: 1 },
    );
    for (const fault of [
      '/streams/0/address must be an absolute path',
      '/streams/0/ca_file is for the kinds https and syslog only',
      '/streams/0/token_file is for the kind https only',
      '/streams/1/name must be 1 to 32',
      '/streams/1/address must be an https address',
      '/streams/1/token_file names a file that must contain one token',
      '/streams/2/address must be a host',
      '/streams/2/certificate_file and key_file belong together',
      '/streams/2/certificate_file names a file that cannot be read (ENOENT)',
      '/streams/3/format must be one of ocsf, ecs',
      '/streams/3/events must be one of both, administrative, guardrails',
      '/streams/3/tenants must be an array of 1 to 1000',
    ])
      expect(found).toContain(fault);
    expect(faultsIn({ ...syslog, ca_file: 'no-certificate' })).toContain('has no certificate in PEM');
  });

  it('needs a name, a kind, an address and a format, and different names', () => {
    for (const field of ['name', 'kind', 'address', 'format'])
      expect(faultsIn({})).toContain(`/streams/0/${field} is missing`);
    expect(faultsIn(file, file)).toContain('/streams/1/name is that of another stream');
  });

  it('has at most five streams, and nothing but JSON', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...file, name: `s${n}` }));
    expect(read(...many(streamsMax))).toHaveLength(streamsMax);
    expect(faultsIn(...many(streamsMax + 1))).toContain('must be an array of 1 to 5 streams');
    expect(faultsIn()).toContain('must be an array of 1 to 5 streams');
    expect(faultsOf('{}')).toContain('/streams is missing');
    expect(faultsOf('{"streams": [secret]}')).toContain('is not JSON: at line 1');
    expect(faultsOf('[]')).toContain('must be an object');
  });
});
