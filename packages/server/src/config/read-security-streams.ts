import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { choiceField, type FilePlace, matching, readFields } from './file-fields.ts';
import { readJsonFile } from './read-json-file.ts';
import { readSecretFile, readTextFile } from './read-text-file.ts';
import {
  type SecurityStream,
  type StreamTarget,
  type StreamTls,
  streamedEvents,
  streamFormats,
} from './security-streams.ts';

const depthMax = 6;
/** Each reads the logs of all its tenants by itself. */
export const streamsMax = 5;
const tenantsMax = 1_000;
const syslogPort = 6514;
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The collectors that the operator has named in this file. Nothing is sent yet. */
export function readSecurityStreams(path: string): readonly SecurityStream[] {
  return parseSecurityStreams(readTextFile(path), dirname(path));
}

/** Throws one error that lists every fault, and repeats no value of the file. Paths in it are relative to the folder. */
export function parseSecurityStreams(text: string, folder: string): readonly SecurityStream[] {
  return readJsonFile(text, { file: 'file of security streams', depthMax }, (value, root) =>
    readStreams(value, root, folder),
  );
}

function readStreams(value: unknown, root: FilePlace, folder: string): SecurityStream[] | undefined {
  const found = readFields(value, root, {
    streams: (given, place) => readList(given, place, folder),
  });
  if (found === undefined) return undefined;
  if (!found.has('streams')) root.at('streams').fault('is missing');
  return found.read.streams;
}

function readList(value: unknown, place: FilePlace, folder: string): SecurityStream[] | undefined {
  if (!Array.isArray(value) || value.length < 1 || value.length > streamsMax)
    return place.fault(`must be an array of 1 to ${streamsMax} streams`);
  const read = value.map((given: unknown, index) => readStream(given, place.at(index), folder));
  const names = new Set<string>();
  for (const [index, stream] of read.entries()) {
    if (stream === undefined) continue;
    if (names.has(stream.name)) place.at(index).at('name').fault('is that of another stream');
    names.add(stream.name);
  }
  return read.filter((stream) => stream !== undefined);
}

const pathField = matching(/^[^\0]{1,4096}$/, 'the path of a file');
const fields = {
  name: matching(/^[a-z][a-z0-9-]{0,31}$/, '1 to 32 lower-case letters, digits and hyphens, a letter first'),
  kind: choiceField(['https', 'syslog', 'file']),
  address: matching(/^[^\p{Cc}]{1,4096}$/u, 'a text of 1 to 4096 characters'),
  format: choiceField(streamFormats),
  events: choiceField(streamedEvents),
  from: choiceField(['now', 'beginning']),
  tenants: readTenants,
  token_file: pathField,
  ca_file: pathField,
  certificate_file: pathField,
  key_file: pathField,
};
type Given = NonNullable<ReturnType<typeof readFields<typeof fields>>>;

function readStream(value: unknown, place: FilePlace, folder: string): SecurityStream | undefined {
  const given = readFields(value, place, fields);
  if (given === undefined) return undefined;
  for (const needed of ['name', 'kind', 'address', 'format'] as const)
    if (!given.has(needed)) place.at(needed).fault('is missing');
  const { name, kind, format, events = 'both', from = 'now', tenants = null } = given.read;
  const target = kind === undefined ? undefined : readTarget(kind, given, place, folder);
  if (name === undefined || format === undefined || target === undefined) return undefined;
  return { name, format, events, from, tenants, target };
}

function readTarget(
  kind: StreamTarget['kind'],
  given: Given,
  place: FilePlace,
  folder: string,
): StreamTarget | undefined {
  const { address } = given.read;
  const tls = kind === 'file' ? undefined : readTls(given, place, folder);
  if (kind !== 'https' && given.has('token_file')) place.at('token_file').fault('is for the kind https only');
  if (kind === 'file')
    for (const name of ['ca_file', 'certificate_file', 'key_file'] as const)
      if (given.has(name)) place.at(name).fault('is for the kinds https and syslog only');
  if (address === undefined) return undefined;
  const at = place.at('address');
  switch (kind) {
    case 'file':
      return isAbsolute(address) ? { kind, path: address } : at.fault('must be an absolute path');
    case 'https': {
      const url = readUrl(address, at);
      const tokenFile = readToken(given, place, folder);
      return url === undefined || tls === undefined ? undefined : { kind, url, tokenFile, tls };
    }
    case 'syslog': {
      const found = readHost(address, at);
      return found === undefined || tls === undefined ? undefined : { kind, ...found, tls };
    }
  }
}

/** What is sent there must not be readable in transit. */
function readUrl(text: string, place: FilePlace): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.username + url.password + url.hash === '';
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHosts.has(url.hostname));
  if (url !== null && isPlain && isSafe) return url.href;
  return place.fault('must be an https address without credentials, or http on this machine');
}

function readHost(text: string, place: FilePlace): { host: string; port: number } | undefined {
  const url = URL.canParse(`tls://${text}`) ? new URL(`tls://${text}`) : null;
  const rest = url === null ? '' : `${url.username}${url.password}${url.pathname}${url.search}${url.hash}`;
  if (url === null || url.hostname === '' || rest !== '' || url.port === '0')
    return place.fault(`must be a host, or a host and a port as logs.example.org:${syslogPort}`);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? syslogPort : Number(url.port),
  };
}

function readTls(given: Given, place: FilePlace, folder: string): StreamTls | undefined {
  const pathOf = (name: 'ca_file' | 'certificate_file' | 'key_file') => {
    const path = given.read[name];
    return path === undefined ? null : resolve(folder, path);
  };
  if (given.has('certificate_file') !== given.has('key_file'))
    place.at('certificate_file').fault('and key_file belong together');
  const tls = {
    ...{ caFile: pathOf('ca_file'), certificateFile: pathOf('certificate_file') },
    keyFile: pathOf('key_file'),
  };
  const contents = [
    ...[tryRead(tls.caFile, place.at('ca_file')), tryRead(tls.certificateFile, place.at('certificate_file'))],
    tryRead(tls.keyFile, place.at('key_file')),
  ];
  if (contents.includes(undefined)) return undefined;
  const [ca, cert, key] = contents.map((text) => text ?? undefined);
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----'))
    return place.at('ca_file').fault('names a file that has no certificate in PEM');
  try {
    createSecureContext({ ca, cert, key });
  } catch {
    // Without its cause, which may quote the key.
    return place.fault('names certificates or a key that are not PEM, or do not fit together');
  }
  return tls;
}

/** Null: none is named. */
function tryRead(path: string | null, place: FilePlace): string | null | undefined {
  if (path === null) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return place.fault(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** What may be sent in a header. */
const streamTokenPattern = /^[\x21-\x7e]{1,4096}$/;

function readToken(given: Given, place: FilePlace, folder: string): string | null {
  const { token_file: named } = given.read;
  if (named === undefined) return null;
  const path = resolve(folder, named);
  const at = place.at('token_file');
  try {
    if (!streamTokenPattern.test(readSecretFile(path).trim()))
      at.fault(
        'names a file that must contain one token and nothing else: 1 to 4096 visible characters of ASCII',
      );
  } catch (error) {
    at.fault(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return path;
}

function readTenants(value: unknown, place: FilePlace): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= tenantsMax;
  if (isList && value.every((tenant) => typeof tenant === 'string' && tenant !== '')) return value;
  return place.fault(`must be an array of 1 to ${tenantsMax} ids or names of tenants`);
}
