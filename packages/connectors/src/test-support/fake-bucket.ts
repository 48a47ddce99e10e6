import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { openBucket } from '../s3/open-bucket.ts';
import { type FakeSource, FakeState, startFakeServer } from './fake-source.ts';

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret', sessionToken: null };
const pageSize = 2;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A service that is compatible with S3, and checks signatures. Its lists have two objects a page. */
export async function startFakeBucket(): Promise<FakeSource> {
  const state = new FakeState();
  const objects = new Map<string, string>();
  const etagOf = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`;
  const server = await startFakeServer(async (request, response) => {
    const url = new URL(request.url ?? '/', server.url);
    const [, bucket, ...parts] = url.pathname.split('/').map(decodeURIComponent);
    const key = parts.join('/');
    if (state.refuses(response, key.replace(/^docs\//, ''))) return;
    if (bucket !== 'handbook') response.writeHead(404).end();
    else if (!(await isSigned(url, request.headers))) response.writeHead(403).end();
    else if (key === '') response.end(list(url.searchParams));
    else if (!objects.has(key)) response.writeHead(404).end();
    else {
      state.served += 1;
      response.end(objects.get(key));
    }
  });

  function list(query: URLSearchParams): string {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const page = keys.slice(from, from + pageSize);
    const isTruncated = from + pageSize < keys.length;
    const next = isTruncated ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
    const contents = page.map((key) => {
      const text = objects.get(key) ?? '';
      return `<Contents><Key>${escapeXml(key)}</Key><ETag>${etagOf(text).replaceAll('"', '&quot;')}</ETag><Size>${text.length}</Size></Contents>`;
    });
    return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }

  return {
    open: (parts) =>
      openBucket(parts, {
        ...{ endpoint: server.url, region: 'eu-central-1', bucket: 'handbook', prefix: 'docs/', credentials },
      }),
    put: async (path, text) => void objects.set(`docs/${path}`, text),
    remove: async (path) => void objects.delete(`docs/${path}`),
    breakItem: (path) => {
      state.broken = path;
    },
    breakAll: (isBroken) => {
      state.isBroken = isBroken;
    },
    revoke: () => {
      state.isRevoked = true;
    },
    answerInstead: server.answerInstead,
    takeServed: () => state.takeServed(),
    close: server.close,
  };
}

async function isSigned(url: URL, headers: Readonly<Record<string, unknown>>): Promise<boolean> {
  const signed = await new AwsV4Signer({
    ...{ url: url.href, service: 's3', region: 'eu-central-1' },
    accessKeyId: credentials.accessKeyId,
    secretAccessKey: credentials.secretAccessKey,
    datetime: String(headers['x-amz-date']),
  }).sign();
  return signed.headers.get('authorization') === headers['authorization'];
}
