import { connect } from 'node:net';
import { contentLimits } from '@avow/contract/content';
import { documentPageSchema, jobPageSchema } from '@avow/contract/testing/content';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient, type FormParts, formOf } from '../support/content-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let client: ContentClient;
let other: ContentClient;
let managerKey: string;
let readerKey: string;
let packId: string;

beforeAll(async () => {
  service = await startTestService({
    env: { AVOW_CONTENT_RATE_PER_MINUTE: '1000000', AVOW_CONTENT_BURST: '100000' },
  });
  const tenantId = await service.createTenant('office');
  managerKey = await service.createKey(tenantId, { scopes: ['content:manage'] });
  client = contentClient(service, managerKey);
  readerKey = await service.createKey(tenantId);
  const otherTenant = await service.createTenant('other');
  other = contentClient(service, await service.createKey(otherTenant, { scopes: ['content:manage'] }));
  packId = (await client.createPack('handbook')).id;
});

afterAll(() => service.close());

const documentsPath = () => `/v1/content-packs/${packId}/documents`;
const file = (name: string, content: string | Uint8Array<ArrayBuffer> = '# A\n\nText.') =>
  new File([content], name);

async function countJobs(): Promise<number> {
  const page = await client.expect(
    { status: 200, schema: jobPageSchema },
    'GET',
    `/v1/content-packs/${packId}/jobs?limit=100`,
  );
  return page.data.length;
}

async function refusal(parts: FormParts) {
  return problemOf(await client.send('POST', documentsPath(), await formOf(parts)));
}

describe('what is refused of content packs', () => {
  it('[CON-5-11] a key without the scope, for reading too', async () => {
    const reader = contentClient(service, readerKey);
    for (const [method, path] of [
      ['GET', '/v1/content-packs'],
      ['GET', `/v1/content-packs/${packId}`],
      ['GET', `/v1/content-packs/${packId}/documents`],
      ['POST', '/v1/content-packs'],
      ['DELETE', `/v1/content-packs/${packId}`],
    ] as const) {
      expect(problemOf(await reader.send(method, path)).code, `${method} ${path}`).toBe('insufficient_scope');
    }
  });

  it('[CON-5-13] ids that are unknown, malformed or of another tenant, all with the same problem', async () => {
    const seen = new Set<string>();
    const unknown = newId('pack', 1);
    for (const [caller, id] of [
      [client, unknown],
      [client, 'pack_x'],
      [client, packId.toUpperCase()],
      [client, `doc_${packId.slice(5)}`],
      [client, '%00'],
      [other, packId],
    ] as const) {
      const path = `/v1/content-packs/${id}`;
      const body = { body: { name: 'x' } };
      const pair = { body: { question: 'Q?', answer: 'A.' } };
      const document = `${path}/documents/${newId('doc', 1)}`;
      for (const response of await Promise.all([
        caller.send('GET', path),
        caller.send('PATCH', path, body),
        caller.send('DELETE', path),
        caller.send('GET', `${path}/documents`),
        caller.send('POST', `${path}/documents`, { body: { source: 'a.md', text: 'x' } }),
        caller.send('GET', document),
        caller.send('PATCH', document, { body: { title: 'x' } }),
        caller.send('DELETE', document),
        caller.send('GET', `${path}/qna`),
        caller.send('POST', `${path}/qna`, pair),
        caller.send('PUT', `${path}/qna/${newId('qna', 1)}`, pair),
        caller.send('POST', `${path}/qna/import?file_name=a.csv`, {
          payload: 'q,a',
          headers: { 'content-type': 'text/csv' },
        }),
        caller.send('GET', `${path}/versions`),
        caller.send('POST', `${path}/publish`),
        caller.send('POST', `${path}/rollback`, { body: { version: 1 } }),
        caller.send('POST', `${path}/unpublish`),
        caller.send('GET', `${path}/jobs`),
        caller.send('GET', `${path}/jobs/${newId('job', 1)}`),
        caller.send('POST', `${path}/jobs/${newId('job', 1)}/cancel`),
        caller.send('GET', `${path}/report`),
      ])) {
        const { request_id: _, instance: _instance, ...document } = problemOf(response);
        seen.add(JSON.stringify(document));
      }
    }
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain('"not_found"');
  });

  it('[CON-5-14] methods that a path does not support', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/v1/content-packs', 'GET, HEAD, POST'],
      ['POST', `/v1/content-packs/${packId}`, 'GET, HEAD, PATCH, DELETE'],
      ['PUT', documentsPath(), 'GET, HEAD, POST'],
      ['GET', `/v1/content-packs/${packId}/publish`, 'POST'],
      ['PATCH', `/v1/content-packs/${packId}/qna/qna_x`, 'GET, HEAD, PUT, DELETE'],
      ['DELETE', `/v1/content-packs/${packId}/report`, 'GET, HEAD'],
    ] as const) {
      const response = await client.send(method, path);
      expect(problemOf(response).code).toBe('method_not_allowed');
      expect(response.headers['allow'], `${method} ${path}`).toBe(`${allow}, OPTIONS`);
    }
  });

  it('[CON-5-22] unsupported media types', async () => {
    for (const [path, headers] of [
      ['/v1/content-packs', { 'content-type': 'text/plain' }],
      ['/v1/content-packs', { 'content-type': 'multipart/form-data; boundary=x' }],
      [documentsPath(), { 'content-type': 'text/plain' }],
      [documentsPath(), { 'content-type': 'application/x-www-form-urlencoded' }],
      [documentsPath(), { 'content-type': 'multipart/mixed; boundary=x' }],
      [documentsPath(), { 'content-type': 'application/json; charset=utf-16' }],
      [documentsPath(), { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' }],
      [documentsPath(), { 'content-type': '' }],
      [`/v1/content-packs/${packId}/qna/import?file_name=a.csv`, { 'content-type': '' }],
      [`/v1/content-packs/${packId}/qna/import?file_name=a.csv`, { 'content-type': 'nonsense' }],
      [`/v1/content-packs/${packId}/publish`, { 'content-type': 'text/plain' }],
    ] as const) {
      const response = await client.send('POST', path, { payload: 'x', headers });
      expect(problemOf(response).code, `${path} ${JSON.stringify(headers)}`).toBe('unsupported_media_type');
    }
    const deleted = await client.send('DELETE', `/v1/content-packs/${packId}`, {
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(problemOf(deleted).code).toBe('invalid_header');
    const unacceptable = await client.send('GET', '/v1/content-packs', { headers: { accept: 'text/html' } });
    expect(problemOf(unacceptable).code).toBe('not_acceptable');
  });

  it('[CON-5-24] invalid fields and unknown fields', async () => {
    const path = `/v1/content-packs/${packId}`;
    for (const [method, target, body, pointer, code] of [
      ['POST', '/v1/content-packs', {}, '/name', 'required'],
      ['POST', '/v1/content-packs', { name: 5 }, '/name', 'wrong_type'],
      ['POST', '/v1/content-packs', { name: ' ' }, '/name', 'too_small'],
      ['POST', '/v1/content-packs', { name: 'x', id: 'y' }, '/id', 'unknown_field'],
      ['PATCH', path, {}, '', 'invalid_value'],
      ['POST', `${path}/rollback`, { version: '1' }, '/version', 'wrong_type'],
      ['POST', `${path}/rollback`, { version: 0 }, '/version', 'too_small'],
      ['POST', `${path}/publish`, { hurry: true }, '/hurry', 'unknown_field'],
      ['POST', `${path}/unpublish`, { hurry: true }, '/hurry', 'unknown_field'],
      ['POST', documentsPath(), { source: '../a.md', text: 'x' }, '/source', 'invalid_value'],
      ['POST', documentsPath(), { source: 'a.md' }, '/text', 'invalid_value'],
      ['POST', documentsPath(), { fetch_url: 'file:///etc/passwd' }, '/fetch_url', 'invalid_value'],
      ['POST', `${path}/qna`, { question: 'Q?' }, '/answer', 'required'],
      [
        'POST',
        `${path}/qna`,
        { question: 'Q?', answer: 'A', valid_from: 'x' },
        '/valid_from',
        'invalid_value',
      ],
    ] as const) {
      const problem = problemOf(await client.send(method, target, { body }));
      expect(problem, `${target} ${JSON.stringify(body)}`).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer, code }],
      });
    }
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'page=2']) {
      expect(problemOf(await client.send('GET', `/v1/content-packs?${query}`)).code).toBe(
        'validation_failed',
      );
    }
  });

  it('addresses that are not on the public internet, with the reason in the job', async () => {
    const { id } = await client.createPack('fetched');
    for (const [address, reason] of [
      [
        'http://127.0.0.1/',
        /^127\.0\.0\.1 is not on the public internet .*AVOW_FETCH_PRIVATE_ADDRESSES is on/,
      ],
      ['http://localhost:8080/', /^localhost is not on the public internet/],
      ['http://[::ffff:a9fe:a9fe]/latest/meta-data', /is not on the public internet/],
      ['https://127.0.0.1:5432/', /^port 5432 /],
    ] as const) {
      const job = await client.follow(
        await client.send('POST', `/v1/content-packs/${id}/documents`, { body: { fetch_url: address } }),
      );
      expect(job, address).toMatchObject({
        status: 'failed',
        errors: [{ file: address, reason: expect.stringMatching(reason) }],
      });
    }
  });

  it('[CON-5-08] cursors of another list', async () => {
    const second = await client.createPack('second');
    await client.createPack('third');
    const page = (await client.send('GET', '/v1/content-packs?limit=1')).json();
    expect(page.next_cursor).toBeTypeOf('string');
    const cursor = encodeURIComponent(page.next_cursor);
    for (const path of ['documents', 'qna', 'jobs', 'versions']) {
      const response = await client.send('GET', `/v1/content-packs/${second.id}/${path}?cursor=${cursor}`);
      expect(problemOf(response).code).toBe('invalid_cursor');
    }
    expect(problemOf(await other.send('GET', `/v1/content-packs?cursor=${cursor}`)).code).toBe(
      'invalid_cursor',
    );
  });

  it('forms with missing or extra fields, naming each fault', async () => {
    const before = await countJobs();
    const manyFiles = Array.from(
      { length: contentLimits.uploadFilesMax + 1 },
      (_, index) => ['file', file(`${index}.md`)] as const,
    );
    for (const [parts, errors] of [
      [[['title', 'x']], [{ pointer: '/file', code: 'required' }, { pointer: '/title' }]],
      [[['file', 'text']], [{ pointer: '/file' }, { pointer: '/file', code: 'required' }]],
      [[['file', file('../a.md')]], [{ pointer: '/source/0' }]],
      [[['file', file('/etc/a.md')]], [{ pointer: '/source/0' }]],
      [[['file', file('')]], [{ pointer: '/file' }, { pointer: '/file', code: 'required' }]],
      [
        [
          ['file', file('a.md')],
          ['source', 'a\\b.md'],
        ],
        [{ pointer: '/source/0' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['source', 'x'.repeat(513)],
        ],
        [{ pointer: '/source/0' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['file', file('b.md')],
          ['source', 'c.md'],
        ],
        [{ pointer: '/source' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['file', file('a.md')],
        ],
        [{ pointer: '/source/1' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['url', 'ftp://x'],
        ],
        [{ pointer: '/url/0' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['title', 'x'.repeat(600)],
        ],
        [{ pointer: '/title/0' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['groups', '[1]'],
        ],
        [{ pointer: '/groups' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['groups', '["a"'],
        ],
        [{ pointer: '/groups' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['groups', file('g')],
        ],
        [{ pointer: '/groups', code: 'wrong_type' }],
      ],
      [
        [
          ['file', file('a.md')],
          ['colour', 'red'],
        ],
        [{ pointer: '', code: 'unknown_field' }],
      ],
      [
        [['data', file('a.md')]],
        [
          { pointer: '', code: 'unknown_field' },
          { pointer: '/file', code: 'required' },
        ],
      ],
    ] as ReadonlyArray<readonly [FormParts, object[]]>) {
      const problem = await refusal(parts);
      expect(problem, JSON.stringify(parts)).toMatchObject({ code: 'validation_failed', errors });
    }
    expect((await refusal(manyFiles)).code).toBe('payload_too_large');
    const importPath = `/v1/content-packs/${packId}/qna/import`;
    for (const [path, call] of [
      [importPath, { payload: 'q,a', headers: { 'content-type': 'text/csv' } }],
      [`${importPath}?file_name=`, { payload: 'q,a', headers: { 'content-type': 'text/csv' } }],
      [`${importPath}?name=a.csv`, { payload: 'q,a', headers: { 'content-type': 'text/csv' } }],
      [`${importPath}?file_name=a.csv`, { payload: '', headers: { 'content-type': 'text/csv' } }],
      [importPath, await formOf([['other', file('a.csv')]])],
      [importPath, await formOf([['file', file('')]])],
      [importPath, await formOf([['file', file('a.csv', '')]])],
      [
        importPath,
        await formOf([
          ['file', file('a.csv')],
          ['file', file('b.csv')],
        ]),
      ],
      [
        importPath,
        await formOf([
          ['file', file('a.csv')],
          ['title', 'x'],
        ]),
      ],
    ] as const) {
      expect(problemOf(await client.send('POST', path, call)).code, path).toBe('validation_failed');
    }
    expect(await countJobs()).toBe(before);
  });

  it('[CON-5-06] malformed forms, without changing anything', async () => {
    const before = await countJobs();
    const { payload, headers } = await formOf([
      ['file', file('a.md')],
      ['title', 'x'],
    ]);
    for (let length = 0; length < payload.length - 2; length += 7) {
      const response = await client.send('POST', documentsPath(), {
        payload: payload.subarray(0, length),
        headers,
      });
      expect(problemOf(response).code, String(length)).toBe('malformed_body');
    }
    const noBoundary = await client.send('POST', documentsPath(), {
      payload,
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(problemOf(noBoundary).code).toBe('invalid_header');
    const invalid = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n\xff\r\n--b--\r\n',
      'latin1',
    );
    const notUtf8 = await client.send('POST', documentsPath(), {
      payload: invalid,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(problemOf(notUtf8).code).toBe('invalid_utf8');
    for (const [payload, code] of [
      ['{"source":"a.md","source":"b.md","text":"x"}', 'duplicate_key'],
      ['{"source":', 'malformed_json'],
      ['', 'malformed_json'],
      [Buffer.from([0x7b, 0xff]), 'invalid_utf8'],
    ] as const) {
      const response = await client.send('POST', documentsPath(), {
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(problemOf(response).code).toBe(code);
    }
    expect(await countJobs()).toBe(before);
    const page = await client.expect({ status: 200, schema: documentPageSchema }, 'GET', documentsPath());
    expect(page.data).toEqual([]);
  });

  it('[CON-5-20] [CON-5-19] uploads of more than 20 MiB, and other bodies of more than 512 KiB', async () => {
    const almost = new Uint8Array(contentLimits.uploadBytesMax - 1_000).fill(0x20);
    const form = await formOf([['file', file('blank.txt', almost)]]);
    expect(form.payload.length).toBeGreaterThan(contentLimits.uploadBytesMax - 1_000);
    expect((await client.send('POST', documentsPath(), form)).statusCode).toBe(202);
    const over = Buffer.concat([form.payload, Buffer.alloc(1_000)]);
    const tooLarge = await client.send('POST', documentsPath(), { payload: over, headers: form.headers });
    expect(problemOf(tooLarge)).toMatchObject({
      code: 'payload_too_large',
      detail: expect.stringContaining(': 20 MiB.'),
    });
    const body = { name: 'x', description: 'x'.repeat(512 * 1024) };
    expect(problemOf(await client.send('POST', '/v1/content-packs', { body }))).toMatchObject({
      code: 'payload_too_large',
      detail: expect.stringContaining(': 512 KiB.'),
    });
  });

  it('incomplete uploads, without changing anything', async () => {
    const port = Number(new URL(await service.app.listen()).port);
    const before = await countJobs();
    const { payload, headers } = await formOf([['file', file('a.md')]]);
    for (const framing of [
      `content-length: ${payload.length}\r\n\r\n`,
      `transfer-encoding: chunked\r\n\r\n${payload.length.toString(16)}\r\n`,
    ]) {
      const answer = await new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(
            `POST ${documentsPath()} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${managerKey}\r\ncontent-type: ${headers['content-type']}\r\n${framing}`,
          );
          socket.end(payload.subarray(0, -1));
        });
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    }
    expect(await countJobs()).toBe(before);
    // As whole as these would have been.
    expect((await client.send('POST', documentsPath(), { payload, headers })).statusCode).toBe(202);
  });

  it('[CON-5-25] more requests than the rate allows', async () => {
    const limited = await startTestService({
      env: { AVOW_CONTENT_BURST: '2', AVOW_CONTENT_RATE_PER_MINUTE: '1' },
    });
    const key = await limited.createKey(await limited.createTenant('office'), { scopes: ['content:manage'] });
    const caller = contentClient(limited, key);
    await caller.createPack('one');
    const second = await caller.send('GET', '/v1/content-packs');
    expect(second.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"content";r=0;/) });
    const third = await caller.send('GET', '/v1/content-packs');
    expect(problemOf(third).code).toBe('rate_limited');
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });
});
