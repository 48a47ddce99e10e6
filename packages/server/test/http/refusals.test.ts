import { connect } from 'node:net';
import { type HttpOperation, operations } from '@avow/contract';
import { queryRequestLimits } from '@avow/contract/query';
import { scopes } from '@avow/contract/roles';
import { problemDocumentSchema } from '@avow/contract/testing';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let key: string;
let port: number;

beforeAll(async () => {
  service = await startTestService();
  key = await service.createKey(await service.createTenant('office'));
  port = Number(new URL(await service.app.listen()).port);
});

afterAll(() => service.close());

/** Sends bytes as they are, and returns everything that comes back. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.setTimeout(3000, () => socket.end());
  });
}

/** What the ids in paths begin with. */
const prefixes: Readonly<Record<string, string>> = {
  ...{ message_id: 'msg', hold_id: 'hld', end_user_id: 'anybody', feedback_id: 'fbk', golden_id: 'gld' },
  ...{ pack_id: 'pack', job_id: 'job', evaluation_id: 'evl', group_id: 'msg' },
  ...{ endpoint_id: 'whe', event_id: 'evt', user_id: 'usr', key_id: 'key', source_id: 'src' },
};

const rawProblem = (text: string) =>
  problemDocumentSchema.parse(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)));

async function countMessages(): Promise<number> {
  return (await service.get(key, '/v1/messages')).json().data.length;
}

describe('refusals', () => {
  it('[INT-EQ-03] [CON-2-01] [CON-2-21] [CON-2-22] [CON-5-24] [CON-5-03] names every fault of a body, and coerces nothing', async () => {
    const tooLong = 'x'.repeat(queryRequestLimits.promptCodePointsMax + 1);
    for (const [body, pointer, code] of [
      [{}, '/prompt', 'required'],
      [{ prompt: 5 }, '/prompt', 'wrong_type'],
      [{ prompt: null }, '/prompt', 'wrong_type'],
      [{ prompt: '   ' }, '/prompt', 'too_small'],
      [{ prompt: tooLong }, '/prompt', 'too_big'],
      [{ prompt: 'x', stream: 'true' }, '/stream', 'wrong_type'],
      [{ prompt: 'x', model_tier: '1' }, '/model_tier', 'wrong_type'],
      [{ prompt: 'x', model_tier: 1.5 }, '/model_tier', 'wrong_type'],
      [{ prompt: 'x', colour: 'red' }, '/colour', 'unknown_field'],
      [{ prompt: 'x', metadata: { a: 1 } }, '/metadata/a', 'wrong_type'],
      [{ prompt: 'x', answer_schema: {} }, '/answer_schema', 'invalid_value'],
      [{ prompt: 'x', tenant_id: 'ten_other' }, '/tenant_id', 'unknown_field'],
    ] as const) {
      const problem = problemOf(await service.post(key, body));
      expect(problem, pointer).toMatchObject({
        code: 'validation_failed',
        status: 422,
        errors: [{ pointer, code }],
      });
    }
    const many = problemOf(await service.post(key, { prompt: 1, groups: 'x', language: '!', nope: 1 }));
    expect(many.errors).toHaveLength(4);
    for (const body of ['[]', '"x"', '5', 'null', 'true'])
      expect(problemOf(await service.post(key, body)).code).toBe('validation_failed');
  });

  it('[CON-2-23] [CON-2-24] [CON-2-25] [CON-5-06] reads JSON strictly', async () => {
    for (const [body, code] of [
      ['{"prompt":"a","prompt":"b"}', 'duplicate_key'],
      ['{"prompt":"\\ud800"}', 'malformed_json'],
      ['{"prompt":', 'malformed_json'],
      ['', 'malformed_json'],
    ] as const) {
      expect(problemOf(await service.post(key, body)).code, body).toBe(code);
    }
    const bytes = await service.app.http.inject({
      method: 'POST',
      url: '/v1/query',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: Buffer.from([0x7b, 0xff]),
    });
    expect(problemOf(bytes).code).toBe('invalid_utf8');
  });

  it('does not accept null as a missing body', async () => {
    const anything = await service.createKey(await service.createTenant('all'), { scopes });
    const all: readonly HttpOperation[] = Object.values(operations);
    const ofKeys = all.filter(({ session }) => session !== true);
    const optional = ofKeys.filter(({ request }) => request.bodyOptional === true);
    expect(optional.map(({ operationId }) => operationId)).toContain('eraseEndUser');
    for (const { method, path, operationId } of optional) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => newId(prefixes[name] ?? '', 0));
      const headers = { authorization: `Bearer ${anything}`, 'content-type': 'application/json' };
      const refused = await service.app.http.inject({ method, url, headers, payload: 'null' });
      expect(problemOf(refused), operationId).toMatchObject({
        ...{ code: 'validation_failed', errors: [{ pointer: '', code: 'wrong_type' }] },
      });
    }
  });

  it('[CON-5-22] accepts only JSON in UTF-8', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/jsonp' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; profile=x' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]) {
      expect(problemOf(await service.post(key, { prompt: 'x' }, headers)).code, JSON.stringify(headers)).toBe(
        'unsupported_media_type',
      );
    }
    const none = await service.app.http.inject({
      method: 'POST',
      url: '/v1/query',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(problemOf(none).code).toBe('unsupported_media_type');
    for (const type of [
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'Application/JSON',
    ]) {
      expect((await service.post(key, { prompt: 'x' }, { 'content-type': type })).statusCode, type).toBe(200);
    }
  });

  it('[CON-5-14] answers a wrong method with the allowed ones', async () => {
    for (const [method, url, allow] of [
      ['GET', '/v1/query', 'POST, OPTIONS'],
      ['PUT', '/v1/query', 'POST, OPTIONS'],
      ['HEAD', '/v1/query', 'POST, OPTIONS'],
      ['DELETE', '/v1/messages', 'GET, HEAD, OPTIONS'],
      ['POST', '/v1/messages/msg_x/audit', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/healthz', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/v1/content-packs/pack_x/qna/import', 'POST, OPTIONS'],
      ['PATCH', '/v1/content-packs/pack_x/qna/qna_x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ] as const) {
      const response = await service.app.http.inject({ method, url });
      expect([response.statusCode, response.headers.allow], `${method} ${url}`).toEqual([405, allow]);
      if (method !== 'HEAD') expect(problemOf(response).code).toBe('method_not_allowed');
    }
    expect(await exchange('PROPFIND /v1/query HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 405 /,
    );
  });

  it('[CON-5-14] answers 405 where a path is also like one with an id', async () => {
    const pack = '/v1/content-packs/pack_x';
    for (const [method, url, allow] of [
      ['GET', `${pack}/qna/import`, 'POST, OPTIONS'],
      ['HEAD', `${pack}/qna/import`, 'POST, OPTIONS'],
      ['PUT', `${pack}/qna/import`, 'POST, OPTIONS'],
      ['DELETE', `${pack}/qna/import`, 'POST, OPTIONS'],
      ['GET', `${pack}/qna/preview?limit=1`, 'POST, OPTIONS'],
      ['GET', '/v1/content-packs/search', 'POST, OPTIONS'],
      ['PATCH', '/v1/content-packs/search', 'POST, OPTIONS'],
      ['DELETE', '/v1/me/passkeys/options', 'POST, OPTIONS'],
    ] as const) {
      const headers = { authorization: `Bearer ${key}` };
      const response = await service.app.http.inject({ method, url, headers });
      expect([response.statusCode, response.headers.allow], `${method} ${url}`).toEqual([405, allow]);
    }
    expect(problemOf(await service.get(key, '/v1/content-packs/searching')).code).not.toBe(
      'method_not_allowed',
    );
  });

  it('[CON-5-14] lists exactly the methods of every path in Allow', async () => {
    const all: HttpOperation[] = Object.values(operations);
    for (const path of new Set(all.map((operation) => operation.path))) {
      const url = path.replace(/\{\w+\}/g, 'x');
      const response = await service.app.http.inject({ method: 'OPTIONS', url });
      expect([response.statusCode, response.body], path).toEqual([204, '']);
      const allowed = new Set(String(response.headers.allow).split(', '));
      const methods = all.filter((operation) => operation.path === path).map(({ method }) => method);
      const safe = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
      expect(allowed, path).toEqual(new Set([...methods, ...safe]));
    }
    expect((await service.app.http.inject({ method: 'OPTIONS', url: '/v1/none' })).statusCode).toBe(404);
  });

  it('[CON-5-13] answers an unknown path with 404', async () => {
    for (const url of [
      '/v1',
      '/v2/query',
      '/v1/query/',
      '/v1/queries',
      '/V1/query',
      '/v1/messages//audit',
      '/v1/messages/%zz/audit',
      '/v1/messages/a/b/c',
      '/problems/none',
      '/problems/__proto__',
      '/problems/constructor',
    ]) {
      expect(problemOf(await service.get(key, url)).code, url).toBe('not_found');
    }
  });

  it('[CON-5-15] refuses a client that does not accept the media type', async () => {
    for (const accept of ['text/html', 'text/*;q=0, application/json;q=0', '*/*;q=0']) {
      expect(problemOf(await service.post(key, { prompt: 'x' }, { accept })).code, accept).toBe(
        'not_acceptable',
      );
    }
    for (const accept of ['text/html', 'text/event-stream', 'application/json;q=0']) {
      expect(problemOf(await service.get(key, '/v1/messages', { accept })).code, accept).toBe(
        'not_acceptable',
      );
    }
  });

  it('[CON-5-19] refuses a body over 512 KiB, with or without Content-Length', async () => {
    const large = `{"prompt":"x","end_user_id":"${'y'.repeat(512 * 1024)}"}`;
    expect(problemOf(await service.post(key, large)).code).toBe('payload_too_large');
    const head = `POST /v1/query HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
    const answer = await exchange(head + chunk.repeat(9));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(rawProblem(answer).code).toBe('payload_too_large');
    const small = `{"prompt":"x","metadata":{}}${' '.repeat(500 * 1024)}`;
    expect((await service.post(key, small)).statusCode).toBe(200);
  });

  it('[CON-5-21] [CON-5-23] refuses long addresses and large headers', async () => {
    expect(problemOf(await service.get(key, `/v1/messages?cursor=${'a'.repeat(2048)}`)).code).toBe(
      'uri_too_long',
    );
    expect(problemOf(await service.get(key, `/v1/messages/${'a'.repeat(2048)}/audit`)).code).toBe(
      'uri_too_long',
    );
    const answer = await exchange(
      `GET /healthz HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(17 * 1024)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    expect(rawProblem(answer).code).toBe('headers_too_large');
  });

  it('[CON-5-07] refuses ill-formed requests and headers with a problem document', async () => {
    for (const bytes of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
      'POST /v1/query HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
    ]) {
      const answer = await exchange(bytes);
      expect(answer, bytes).toMatch(/^HTTP\/1.1 400 /);
      expect(rawProblem(answer).code).toBe('invalid_header');
    }
    const repeated = await exchange(
      `GET /v1/messages HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\nauthorization: Bearer other\r\nconnection: close\r\n\r\n`,
    );
    expect(rawProblem(repeated).code).toBe('invalid_header');
    for (const value of ['with space', 'ü', 'x'.repeat(256), '']) {
      expect(
        problemOf(await service.post(key, { prompt: 'x' }, { 'idempotency-key': value })).code,
        value,
      ).toBe('invalid_header');
    }
  });

  it('answers earlier requests before the fault on one connection', async () => {
    const body = '{"prompt":"x"}';
    const query = `POST /v1/query HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const piped = await exchange(`${query}GARBAGE\r\n\r\n`);
    expect(piped).toMatch(/^HTTP\/1.1 200 /);
    expect(piped).toContain('HTTP/1.1 400 ');
    expect(piped.indexOf('"status":"delivered"')).toBeLessThan(piped.indexOf('invalid_header'));
    const reused = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'),
      );
      socket.on('data', (chunk) => {
        if (text === '') socket.write('NONSENSE\r\n\r\n');
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(reused).toMatch(/^HTTP\/1.1 200 /);
    expect(reused).toContain('HTTP/1.1 400 ');
  });

  it('refuses expectations and transfer codings that it does not know', async () => {
    for (const header of ['expect: miracles', 'transfer-encoding: gzip, chunked', 'host: y']) {
      const answer = await exchange(
        `POST /v1/query HTTP/1.1\r\nhost: x\r\n${header}\r\nconnection: close\r\n\r\n0\r\n\r\n`,
      );
      expect(answer, header).toMatch(/^HTTP\/1.1 400 /);
      expect(rawProblem(answer).code, header).toBe('invalid_header');
    }
  });

  it('[CON-5-16] ends a request that does not arrive in time', async () => {
    const { requestTimeout, headersTimeout } = service.app.http.server;
    expect([requestTimeout, headersTimeout]).toEqual([30_000, 20_000]);
    const slow = await startTestService();
    slow.app.http.server.headersTimeout = 200;
    slow.app.http.server.requestTimeout = 300;
    const slowPort = Number(new URL(await slow.app.listen()).port);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(slowPort, '127.0.0.1', () =>
        socket.write('POST /v1/query HTTP/1.1\r\nhost: x\r\n'),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
      setTimeout(() => socket.destroy(), 40_000).unref();
    });
    await slow.close();
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(rawProblem(answer).code).toBe('request_timeout');
  });

  it('[CON-1-04] [CON-1-05] [CON-5-01] leaves no message behind, and names the request in the header', async () => {
    const before = await countMessages();
    for (const response of [
      await service.post(key, { prompt: 5 }),
      await service.post(key, '{'),
      await service.post('', { prompt: 'x' }),
      await service.post(key, { prompt: 'x', thread_id: 'thr_x' }),
    ]) {
      const problem = problemOf(response);
      expect(response.headers['x-request-id']).toBe(problem.request_id);
      expect(problem.request_id).toMatch(/^req_/);
      expect(problem.message_id).toBeUndefined();
      expect((await service.get(key, `/v1/messages/${problem.request_id}`)).statusCode).toBe(404);
    }
    expect(await countMessages()).toBe(before);
  });

  it('[CON-5-02] explains each problem at its type URL', async () => {
    const problem = problemOf(await service.get('', '/nowhere'));
    const page = await service.get('', new URL(problem.type).pathname);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.body).toContain('not_found');
  });
});
