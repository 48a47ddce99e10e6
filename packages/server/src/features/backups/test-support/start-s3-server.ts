import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const pageSize = 2;
const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Signature version 4 as its specification describes it, apart from the library that signs. */
function isSigned(request: IncomingMessage, body: Uint8Array): boolean {
  const { authorization = '', 'x-amz-date': date = '' } = request.headers;
  const [, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const url = new URL(request.url ?? '', 'http://localhost');
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

function listPage(url: URL, objects: ReadonlyMap<string, Buffer>): string {
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

export interface S3Server {
  /** The settings of a client that may use the bucket `safe`. */
  readonly settings: {
    readonly s3Endpoint: string;
    readonly s3Region: string;
    readonly s3AccessKeyId: string;
    readonly s3SecretAccessKey: string;
  };
  /** What the bucket contains, by key. */
  readonly objects: Map<string, Buffer>;
  /** Refuses as many of the next requests. */
  failNext(requests: number): void;
  close(): void;
}

/** As much of S3 as backups use, on a free port: it verifies signatures, and lists two objects a page. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '', 'http://localhost');
    const [, bucket = '', ...names] = url.pathname.split('/');
    const key = names.join('/');
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (failures-- > 0) return refuse(503, 'SlowDown');
    if (!isSigned(request, body)) return refuse(403, 'SignatureDoesNotMatch');
    if (bucket !== 'safe') return refuse(404, 'NoSuchBucket');
    if (request.method === 'PUT') return response.end(void objects.set(key, body));
    if (request.method === 'DELETE') return response.writeHead(204).end(void objects.delete(key));
    if (key === '') return response.end(listPage(url, objects));
    const found = objects.get(key);
    return found === undefined ? refuse(404, 'NoSuchKey') : response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    settings: {
      s3Endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      s3Region: 'eu-test-1',
      s3AccessKeyId: 'AKIDEXAMPLE',
      s3SecretAccessKey: secretAccessKey,
    },
    objects,
    failNext: (requests) => {
      failures = requests;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
