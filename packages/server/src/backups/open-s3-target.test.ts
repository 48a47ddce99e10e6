import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBackupTarget } from './open-backup-target.ts';

const accessKeyId = 'AKIDEXAMPLE';
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG';
const pageSize = 2;
const objects = new Map<string, Buffer>();
let server: Server;
let endpoint: string;
let failures = 0;

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature version 4 as its specification describes it, apart from the library that signs. */
function isSigned(request: IncomingMessage, body: Uint8Array): boolean {
  const { authorization = '', 'x-amz-date': date = '' } = request.headers;
  const [, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const url = new URL(request.url ?? '', endpoint);
  url.searchParams.sort();
  const query = url.searchParams.toString().replaceAll('+', '%20').replaceAll('*', '%2A');
  const headers = signed.split(';').map((name) => `${name}:${request.headers[name]}\n`);
  const hash = sha256(body);
  if (request.headers['x-amz-content-sha256'] !== hash) return false;
  const canonical = [request.method, url.pathname, query, headers.join(''), signed, hash].join('\n');
  const [day = '', region = '', service = '', end = ''] = scope.split('/');
  const key = [region, service, end].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  return (
    hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex') === signature
  );
}

function listPage(url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const after = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>safe</Name>${contents.join('')}${next}</ListBucketResult>`;
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '', endpoint);
    const [, bucket = '', ...names] = url.pathname.split('/');
    const key = names.join('/');
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (failures-- > 0) return refuse(503, 'SlowDown');
    if (!isSigned(request, body)) return refuse(403, 'SignatureDoesNotMatch');
    if (bucket !== 'safe') return refuse(404, 'NoSuchBucket');
    if (request.method === 'PUT') return response.end(void objects.set(key, body));
    if (request.method === 'DELETE') return response.writeHead(204).end(void objects.delete(key));
    if (key === '') return response.end(listPage(url));
    const found = objects.get(key);
    return found === undefined ? refuse(404, 'NoSuchKey') : response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  objects.clear();
  failures = 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const streams = { input: process.stdin, output: process.stdout };
const open = (address: string, changes: { readonly s3SecretAccessKey?: string | null } = {}) =>
  openBackupTarget(
    address,
    {
      s3Endpoint: endpoint,
      s3Region: 'eu-test-1',
      s3AccessKeyId: accessKeyId,
      s3SecretAccessKey: secretAccessKey,
      ...changes,
    },
    { forWriting: true, streams },
  );

test('writes, reads, lists page by page and removes, below its prefix', async () => {
  objects.set('other/pieces/x', Buffer.from('x'));
  const target = await open('s3://safe/avow/main');
  const names = ['pieces/aa/1', 'pieces/aa/2', 'pieces/bb/3', 'pieces/bb/4', 'pieces/cc/5'];
  for (const [at, name] of names.entries()) await target.write(name, Buffer.alloc(at, 7));
  expect([...objects.keys()]).toContain('avow/main/pieces/aa/1');
  expect(await target.list('pieces/')).toEqual(names.map((name, bytes) => ({ name, bytes })));
  expect(await target.read('pieces/bb/4')).toEqual(new Uint8Array([7, 7, 7]));
  expect(await target.read('pieces/none')).toBeNull();
  await target.remove('pieces/bb/4');
  expect(await target.read('pieces/bb/4')).toBeNull();
  await target.close();
});

test('repeats what a busy service refuses', async () => {
  failures = 2;
  const target = await open('s3://safe');
  await target.write('installation.json', Buffer.from('{}'));
  expect(objects.get('installation.json')?.toString()).toBe('{}');
});

test('reports a wrong key, a missing bucket, and a wrong address', async () => {
  const denied = await open('s3://safe', { s3SecretAccessKey: 'wrong' });
  await expect(denied.read('x')).rejects.toThrow(
    's3://safe/ refused a request (GET) with status 403: SignatureDoesNotMatch.',
  );
  await expect((await open('s3://none')).read('x')).rejects.toThrow('status 404: NoSuchBucket');
  await expect(open('s3://safe', { s3SecretAccessKey: null })).rejects.toThrow('Set AVOW_S3_ACCESS_KEY_ID');
  await expect(open('s3://UPPER')).rejects.toThrow('is not the address of a bucket');
  await expect(open('s3://safe/../x')).rejects.toThrow('is not the address of a bucket');
});
