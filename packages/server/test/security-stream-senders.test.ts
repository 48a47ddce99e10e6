import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StreamTls } from '../src/config/security-streams.ts';
import type { FormattedEvent } from '../src/features/security-streams/events/format-event.ts';
import { createSender } from '../src/features/security-streams/sending/create-sender.ts';
import {
  type HttpCollector,
  openHttpCollector,
  openSyslogCollector,
  type SyslogCollector,
} from './support/event-collectors.ts';
import { selfSigned } from './support/self-signed.ts';

let folder: string;
let server: { readonly cert: string; readonly key: string };
let client: { readonly cert: string; readonly key: string };
const path = (name: string) => join(folder, name);
const endless = () => new AbortController().signal;
const timeoutMs = 60_000;

beforeAll(async () => {
  server = await selfSigned('collector');
  client = await selfSigned('avow');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-senders-'));
  writeFileSync(path('ca.pem'), server.cert);
  writeFileSync(path('client.pem'), client.cert);
  writeFileSync(path('client.key'), client.key);
  writeFileSync(path('token'), 'collector-token\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const untrusting: StreamTls = { caFile: null, certificateFile: null, keyFile: null };
const trusting = (): StreamTls => ({ ...untrusting, caFile: path('ca.pem') });
const known = (): StreamTls => ({
  ...{ caFile: path('ca.pem'), certificateFile: path('client.pem'), keyFile: path('client.key') },
});

const eventsOf = (...names: readonly string[]): FormattedEvent[] =>
  names.map((name) => ({
    ...{ json: JSON.stringify({ name, text: 'é🏔️' }), atMs: 5, code: 'key.created', severity: 2 },
  }));
const named = (...names: readonly string[]) => names.map((name) => ({ name, text: 'é🏔️' }));

describe('events over HTTPS', () => {
  let collector: HttpCollector;
  afterEach(() => collector.close());
  const senderTo = (url: string, tls: StreamTls, tokenFile: string | null = null, within = timeoutMs) =>
    createSender({ kind: 'https', url, tokenFile, tls }, within);

  it('are taken one in a line, with the token as it is in its file now', async () => {
    collector = await openHttpCollector(server);
    const send = senderTo(collector.url, trusting(), path('token'));
    expect(await send(eventsOf('a', 'b'), endless())).toEqual({ kind: 'taken' });
    writeFileSync(path('token'), 'renewed');
    expect(await send(eventsOf('c'), endless())).toEqual({ kind: 'taken' });
    expect(collector.events).toEqual(named('a', 'b', 'c'));
    const headers = collector.requests.map(({ headers: sent }) => sent);
    expect(headers.map(({ authorization }) => authorization)).toEqual([
      'Bearer collector-token',
      'Bearer renewed',
    ]);
    expect(headers[0]?.['content-type']).toBe('application/x-ndjson');
  });

  it('go to nobody whose certificate is not vouched for, and to one that knows ours', async () => {
    collector = await openHttpCollector({
      ...{ ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true },
    });
    const toStranger = await senderTo(collector.url, untrusting)(eventsOf('a'), endless());
    expect(toStranger).toMatchObject({ kind: 'failed', reason: 'untrusted' });
    const unknown = await senderTo(collector.url, trusting())(eventsOf('a'), endless());
    expect(unknown.kind).toBe('failed');
    expect(collector.requests).toEqual([]);
    expect(await senderTo(collector.url, known())(eventsOf('b'), endless())).toEqual({ kind: 'taken' });
    expect(collector.events).toEqual(named('b'));
  });

  it('are not taken if the collector says so, and no redirect is followed', async () => {
    collector = await openHttpCollector();
    const send = senderTo(collector.url, untrusting);
    const answer = async (status: number, headers: Readonly<Record<string, string>> = {}) => {
      collector.answer = (response) => {
        response.writeHead(status, headers).end('x'.repeat(100_000));
        return false;
      };
      return await send(eventsOf('a'), endless());
    };
    const refused = { kind: 'failed', reason: 'refused', retryAfterMs: null };
    expect(await answer(500)).toEqual({ ...refused, fault: 'it answered with status 500' });
    expect(await answer(429, { 'retry-after': '7' })).toMatchObject({ ...refused, retryAfterMs: 7000 });
    expect(await answer(413)).toMatchObject({ ...refused, isTooLarge: true });
    const target = await openHttpCollector();
    expect(await answer(307, { location: target.url })).toMatchObject({
      ...{ ...refused, fault: 'it redirects (status 307), which is not followed' },
    });
    expect(target.requests).toEqual([]);
    await target.close();
  });

  it('are not taken if nobody answers, or the connection breaks', async () => {
    collector = await openHttpCollector();
    collector.answer = (_, socket) => {
      socket.destroy();
      return false;
    };
    expect(await senderTo(collector.url, untrusting)(eventsOf('a'), endless())).toMatchObject({
      ...{ kind: 'failed', reason: 'unreachable', fault: 'it broke the connection (ECONNRESET)' },
    });
    collector.answer = () => false;
    expect(await senderTo(collector.url, untrusting, null, 50)(eventsOf('a'), endless())).toMatchObject({
      ...{ kind: 'failed', reason: 'timeout' },
    });
    await collector.close();
    expect(await senderTo(collector.url, untrusting)(eventsOf('a'), endless())).toMatchObject({
      ...{ kind: 'failed', reason: 'unreachable', fault: 'nothing listens there (ECONNREFUSED)' },
    });
    collector = await openHttpCollector();
  });

  it('end with the service, and say what is wrong with a file', async () => {
    collector = await openHttpCollector();
    collector.answer = () => false;
    const closing = new AbortController();
    const sending = senderTo(collector.url, untrusting)(eventsOf('a'), closing.signal);
    closing.abort(new Error('closing'));
    await expect(sending).rejects.toThrow('closing');
    rmSync(path('token'));
    const send = senderTo(collector.url, untrusting, path('token'));
    const outcome = await send(eventsOf('a'), endless());
    expect(outcome).toMatchObject({ kind: 'failed', fault: expect.stringContaining('(ENOENT)') });
  });
});

describe('events by syslog', () => {
  let collector: SyslogCollector;
  afterEach(() => collector.close());
  const senderTo = (tls: StreamTls, within = timeoutMs) =>
    createSender({ kind: 'syslog', host: '127.0.0.1', port: collector.port, tls }, within);

  it('are messages with their length, in a session that the receiver ends', async () => {
    collector = await openSyslogCollector(server);
    const send = senderTo(trusting());
    expect(await send(eventsOf('a', 'b'), endless())).toEqual({ kind: 'taken' });
    expect(await send(eventsOf('c'), endless())).toEqual({ kind: 'taken' });
    expect(collector.events).toEqual(named('a', 'b', 'c'));
    expect(collector.messages[0]).toMatch(
      /^<109>1 1970-01-01T00:00:00\.005Z \S+ avow - key\.created - \{"name":"a","text":"\\u00e9/,
    );
  });

  it('are taken in full, also if they are many', async () => {
    collector = await openSyslogCollector(server);
    const names = Array.from({ length: 200 }, () => randomUUID().repeat(50));
    expect(await senderTo(trusting())(eventsOf(...names), endless())).toEqual({ kind: 'taken' });
    expect(collector.events).toEqual(named(...names));
  });

  it('are not taken if the receiver closes or breaks the session, or hangs', async () => {
    collector = await openSyslogCollector(server);
    const many = eventsOf(...Array.from({ length: 200 }, () => randomUUID().repeat(300)));
    const breaks = (socket: TLSSocket) => socket.destroy();
    const breaksLater = (socket: TLSSocket) => void socket.once('data', () => socket.destroy());
    const ends = (socket: TLSSocket) => void socket.end();
    for (const onSession of [breaks, breaksLater, ends])
      for (const events of [many, eventsOf('a')]) {
        collector.onSession = onSession;
        expect((await senderTo(trusting())(events, endless())).kind).toBe('failed');
      }
    collector.onSession = (socket) => void socket.pause();
    expect(await senderTo(trusting(), 2000)(many, endless())).toMatchObject({
      ...{ kind: 'failed', reason: 'timeout' },
    });
    collector.onSession = () => undefined;
    expect(await senderTo(trusting())(many, endless())).toEqual({ kind: 'taken' });
  });

  it('go to nobody whose certificate is not vouched for, and to one that knows ours', async () => {
    collector = await openSyslogCollector({
      ...{ ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true },
    });
    expect(await senderTo(untrusting)(eventsOf('a'), endless())).toMatchObject({ reason: 'untrusted' });
    expect((await senderTo(trusting())(eventsOf('a'), endless())).kind).toBe('failed');
    expect(await senderTo(known())(eventsOf('b'), endless())).toEqual({ kind: 'taken' });
    expect(collector.events).toEqual(named('b'));
  });

  it('end with the service', async () => {
    collector = await openSyslogCollector(server);
    collector.onSession = (socket) => void socket.pause();
    const closing = new AbortController();
    const sending = senderTo(trusting())(eventsOf('a'), closing.signal);
    closing.abort(new Error('closing'));
    await expect(sending).rejects.toThrow('closing');
  });
});

describe('events in a file', () => {
  const linesOf = (name: string) =>
    readFileSync(path(name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const append = (name: string, ...events: readonly string[]) =>
    createSender({ kind: 'file', path: path(name) }, timeoutMs)(eventsOf(...events), endless());

  it('follow one another, also after it was moved away', async () => {
    expect(await append('out', 'a', 'b')).toEqual({ kind: 'taken' });
    expect(await append('out', 'c')).toEqual({ kind: 'taken' });
    renameSync(path('out'), path('out.1'));
    expect(await append('out', 'd')).toEqual({ kind: 'taken' });
    expect(linesOf('out.1')).toEqual(named('a', 'b', 'c'));
    expect(linesOf('out')).toEqual(named('d'));
  });

  it('begin a line of their own after one that was not written to its end', async () => {
    writeFileSync(path('out'), '{"name":"a"}\n{"na');
    expect(await append('out', 'b')).toEqual({ kind: 'taken' });
    const lines = readFileSync(path('out'), 'utf8').split('\n');
    expect(lines).toEqual(['{"name":"a"}', '{"na', JSON.stringify(named('b')[0]), '']);
  });

  it('are not taken if it cannot be written, with the reason', async () => {
    const fails = (fault: string) => ({ kind: 'failed', reason: 'storage', fault, retryAfterMs: null });
    expect(await append('missing/out', 'a')).toEqual(fails('the folder does not exist (ENOENT)'));
    mkdirSync(path('taken'));
    expect(await append('taken', 'a')).toEqual(fails('it is a folder (EISDIR)'));
    symlinkSync(path('elsewhere'), path('link'));
    expect(await append('link', 'a')).toEqual(fails('it is a symbolic link (ELOOP)'));
    writeFileSync(path('locked'), '');
    chmodSync(path('locked'), 0o400);
    // The superuser may write anyway.
    if (process.getuid?.() !== 0)
      expect(await append('locked', 'a')).toEqual(fails('the service may not write there (EACCES)'));
  });

  it('are not taken by a device', async () => {
    const send = createSender({ kind: 'file', path: '/dev/full' }, timeoutMs);
    const outcome = await send(eventsOf('a'), endless());
    expect(outcome).toMatchObject({ reason: 'storage', fault: 'it is not a plain file' });
  });

  it('leave nothing behind if there is no space for all of them', async () => {
    expect(await append('out', 'a')).toEqual({ kind: 'taken' });
    const before = readFileSync(path('out'), 'utf8');
    const source = new URL('../src/features/security-streams/sending/append-file.ts', import.meta.url);
    const script = `
      const { createAppendFile } = await import(${JSON.stringify(source.href)});
      const events = Array.from({ length: 40 }, () => ({ json: JSON.stringify('x'.repeat(100)) }));
      const send = createAppendFile(${JSON.stringify(path('out'))});
      console.log(JSON.stringify(await send(events, new AbortController().signal)));
    `;
    // A limit on the size of files fails in the middle of a write, as a full disk does.
    const limited = 'trap "" XFSZ; ulimit -f 1; exec "$0" --input-type=module -e "$1"';
    const { stdout } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toMatchObject({
      reason: 'storage',
      fault: expect.stringContaining('(EFBIG)'),
    });
    expect(readFileSync(path('out'), 'utf8')).toBe(before);
  });
});
