import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations } from '@avow/contract';
import {
  changePageSchema,
  changeSchema,
  contentPackPageSchema,
  contentPackSchema,
  contentSearchSchema,
  documentPageSchema,
  documentSchema,
  jobPageSchema,
  jobSchema,
  packReportSchema,
  packVersionPageSchema,
  qnaPageSchema,
  qnaSchema,
} from '@avow/contract/testing/content';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient, formOf } from '../support/content-client.ts';
import {
  locationPathOf,
  officePack,
  problemOf,
  startTestService,
  type TestService,
} from '../support/test-service.ts';

let service: TestService;
let client: ContentClient;
let askingKey: string;

beforeAll(async () => {
  service = await startTestService({
    env: {
      AVOW_CONTENT_RATE_PER_MINUTE: '1000000',
      AVOW_CONTENT_BURST: '100000',
      AVOW_FETCH_PRIVATE_ADDRESSES: 'on',
      AVOW_PACK_VERSIONS_KEPT: '2',
    },
  });
  const tenantId = await service.createTenant('office');
  client = contentClient(service, await service.createKey(tenantId, { scopes: ['content:manage'] }));
  askingKey = await service.createKey(tenantId);
});

afterAll(() => service.close());

const markdown = (name: string, text: string) => new File([text], name, { type: 'text/markdown' });
const pairs = { question: 'Where is the canteen?', answer: 'On the second floor.' };

describe('content packs', () => {
  it('[CON-11-15] are created, listed, read, changed and deleted', async () => {
    const created = await client.send('POST', '/v1/content-packs', {
      body: { name: ' Handbook ', description: 'What employees ask.' },
    });
    expect(created.statusCode).toBe(201);
    const pack = contentPackSchema.parse(created.json());
    expect(pack).toMatchObject({
      name: 'Handbook',
      description: 'What employees ask.',
      draft: { document_count: 0, qna_count: 0, changed: false },
      latest_version: null,
      published_version: null,
      embeddings: null,
    });
    const path = `/v1/content-packs/${pack.id}`;
    expect(locationPathOf(created)).toBe(path);
    expect(created.headers['cache-control']).toBe('no-store');
    expect((await client.send('GET', path)).json()).toEqual(pack);
    expect((await client.send('HEAD', path)).statusCode).toBe(200);

    const changed = await client.expect({ status: 200, schema: contentPackSchema }, 'PATCH', path, {
      body: { description: '' },
    });
    expect(changed).toMatchObject({ name: 'Handbook', description: '' });

    const listed = await client.expect(
      { status: 200, schema: contentPackPageSchema },
      'GET',
      '/v1/content-packs',
    );
    expect(listed.data.map(({ id }) => id)).toContain(pack.id);

    const deleted = await client.send('DELETE', path, { headers: { 'content-type': 'application/json' } });
    expect(deleted.statusCode).toBe(204);
    expect(deleted.body).toBe('');
    for (const method of ['GET', 'DELETE'] as const) {
      expect(problemOf(await client.send(method, path)).code).toBe('not_found');
    }
  });

  it('[CON-5-17] have unique names within a tenant', async () => {
    const { id } = await client.createPack('taken');
    const again = await client.send('POST', '/v1/content-packs', { body: { name: 'taken' } });
    expect(problemOf(again).code).toBe('pack_conflict');
    const other = await client.createPack('free');
    const renamed = await client.send('PATCH', `/v1/content-packs/${other.id}`, { body: { name: 'taken' } });
    expect(problemOf(renamed).code).toBe('pack_conflict');
    expect(
      (await client.send('PATCH', `/v1/content-packs/${id}`, { body: { name: 'taken' } })).statusCode,
    ).toBe(200);
  });

  it('are listed in pages, in order of creation', async () => {
    const names = ['page 1', 'page 2', 'page 3'];
    for (const name of names) await client.createPack(name);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: ReturnType<typeof contentPackPageSchema.parse> = await client.expect(
        { status: 200, schema: contentPackPageSchema },
        'GET',
        `/v1/content-packs?limit=1${query}`,
      );
      seen.push(...page.data.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen.slice(-3)).toEqual(names);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('documents', () => {
  it('[CON-11-23] [CON-11-25] are uploaded as a form, parsed by a job, and can be read and changed', async () => {
    const { id } = await client.createPack('documents');
    const path = `/v1/content-packs/${id}/documents`;
    const accepted = await client.send(
      'POST',
      path,
      await formOf([
        ['file', markdown('leave.md', officePack['leave.md'])],
        ['file', markdown('x.txt', officePack['office.txt'])],
        ['file', markdown('broken.pdf', 'no pdf')],
        ['source', 'rules/leave.md'],
        ['source', ''],
        ['source', ''],
        ['title', 'All about leave'],
        ['title', ''],
        ['title', ''],
        ['groups', '["staff","board"]'],
      ]),
    );
    expect(accepted.statusCode).toBe(202);
    expect(accepted.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    const queued = jobSchema.parse(accepted.json());
    expect(locationPathOf(accepted)).toBe(`/v1/content-packs/${id}/jobs/${queued.id}`);
    const job = await client.follow(accepted);
    expect(job).toMatchObject({
      id: queued.id,
      kind: 'documents',
      status: 'succeeded',
      done: 3,
      total: 3,
      counts: { added: 2, changed: 0, unchanged: 0, failed: 1 },
      errors: [{ file: 'broken.pdf', reason: expect.any(String) }],
      failure: null,
    });

    const listed = await client.expect({ status: 200, schema: documentPageSchema }, 'GET', path);
    expect(listed.data.map(({ source, title, groups }) => ({ source, title, groups }))).toEqual(
      expect.arrayContaining([
        { source: 'rules/leave.md', title: 'All about leave', groups: ['board', 'staff'] },
        { source: 'x.txt', title: 'x', groups: ['board', 'staff'] },
      ]),
    );
    const leave = listed.data.find(({ source }) => source === 'rules/leave.md');
    const read = await client.expect({ status: 200, schema: documentSchema }, 'GET', `${path}/${leave?.id}`);
    expect(read).toEqual({ ...leave, text: officePack['leave.md'] });
    expect(read.code_points).toBe([...read.text].length);

    const changed = await client.expect(
      { status: 200, schema: documentSchema },
      'PATCH',
      `${path}/${leave?.id}`,
      {
        body: { title: 'Leave', url: 'https://intranet.example/leave', groups: [] },
      },
    );
    expect(changed).toMatchObject({ title: 'Leave', url: 'https://intranet.example/leave', groups: [] });
    expect((await client.send('DELETE', `${path}/${leave?.id}`)).statusCode).toBe(204);
    expect(problemOf(await client.send('GET', `${path}/${leave?.id}`)).code).toBe('not_found');
    const pack = await client.expect(
      { status: 200, schema: contentPackSchema },
      'GET',
      `/v1/content-packs/${id}`,
    );
    expect(pack.draft).toEqual({ document_count: 1, qna_count: 0, changed: true });
  });

  it('are written and edited as text, and a new one replaces none', async () => {
    const { id } = await client.createPack('written');
    const path = `/v1/content-packs/${id}/documents`;
    const written = {
      source: 'hours.md',
      title: 'Hours',
      text: '# Hours\n\nWe open at nine.\n',
      replace: false,
    };
    await client.follow(await client.send('POST', path, { body: written }));
    const again = await client.send('POST', path, { body: { ...written, text: 'We never open.' } });
    expect(problemOf(again)).toMatchObject({ code: 'pack_conflict' });
    const listed = await client.expect({ status: 200, schema: documentPageSchema }, 'GET', path);
    const [{ id: documentId } = { id: '' }] = listed.data;
    const edit = (text: string, headers = {}) =>
      client.send('PATCH', `${path}/${documentId}`, { body: { text }, headers });
    const before = await client.send('GET', `${path}/${documentId}`);
    for (const blank of ['', ' \n\t\u00a0', 'NUL \0'])
      expect(problemOf(await edit(blank)).code, JSON.stringify(blank)).toBe('validation_failed');
    expect((await client.send('GET', `${path}/${documentId}`)).headers['etag']).toBe(before.headers['etag']);
    const edited = documentSchema.parse((await edit('# Hours\n\nWe open at eight.\n')).json());
    expect(edited).toMatchObject({
      text: '# Hours\n\nWe open at eight.\n',
      title: 'Hours',
      source: 'hours.md',
    });
    const late = await edit('We open at ten.', { 'if-match': before.headers['etag'] });
    expect(problemOf(late).code).toBe('precondition_failed');
    const [change] = (
      await client.expect({ status: 200, schema: changePageSchema }, 'GET', `/v1/content-packs/${id}/changes`)
    ).data;
    expect(change).toMatchObject({ id: documentId, change: 'added' });
  });

  it('that have not changed stay as they are', async () => {
    const { id } = await client.createPack('again');
    const parts = [['file', markdown('leave.md', officePack['leave.md'])]] as const;
    expect((await client.upload(id, parts)).counts.added).toBe(1);
    expect((await client.upload(id, parts)).counts).toEqual({
      added: 0,
      changed: 0,
      unchanged: 1,
      failed: 0,
    });
    expect((await client.upload(id, [['file', markdown('leave.md', '# New')]])).counts.changed).toBe(1);
  });

  it('come as a text', async () => {
    const { id } = await client.createPack('text');
    const path = `/v1/content-packs/${id}/documents`;
    const text = `# Gruß 😀\n\n${'A sentence "with quotes" and a \\ backslash.\n'.repeat(20_000)}`;
    expect(text.length).toBeGreaterThan(512 * 1024);
    const job = await client.follow(
      await client.send('POST', path, { body: { source: 'a/big.md', text, url: 'https://a.example/' } }),
    );
    expect(job).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
    const [entry] = (await client.expect({ status: 200, schema: documentPageSchema }, 'GET', path)).data;
    expect(entry).toMatchObject({
      source: 'a/big.md',
      title: 'Gruß 😀',
      url: 'https://a.example/',
      format: 'markdown',
    });
    const read = await client.expect({ status: 200, schema: documentSchema }, 'GET', `${path}/${entry?.id}`);
    expect(read.text).toBe(text);
  });

  it('come from an address', async () => {
    const site = createServer((request, response) => {
      if (request.url === '/gone') response.writeHead(404).end();
      else
        response
          .setHeader('content-type', 'text/html')
          .end('<h1>Opening hours</h1><p>From seven to eight.</p>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const { id } = await client.createPack('fetched');
    const path = `/v1/content-packs/${id}/documents`;
    const job = await client.follow(
      await client.send('POST', path, { body: { fetch_url: `${base}/hours` } }),
    );
    expect(job).toMatchObject({ status: 'succeeded', counts: { added: 1 } });
    const [entry] = (await client.expect({ status: 200, schema: documentPageSchema }, 'GET', path)).data;
    expect(entry).toMatchObject({ source: expect.stringMatching(/hours\.html$/), url: `${base}/hours` });
    const failed = await client.follow(
      await client.send('POST', path, { body: { fetch_url: `${base}/gone` } }),
    );
    expect(failed).toMatchObject({
      status: 'failed',
      errors: [{ file: `${base}/gone`, reason: expect.stringMatching(/404/) }],
    });
    site.close();
  });
});

describe('curated pairs', () => {
  it('[CON-11-24] are created, listed, read, replaced and deleted', async () => {
    const { id } = await client.createPack('pairs');
    const path = `/v1/content-packs/${id}/qna`;
    const created = await client.send('POST', path, {
      body: { ...pairs, tags: ['house'], valid_until: '2030-01-01T00:00:00+01:00' },
    });
    expect(created.statusCode).toBe(201);
    const pair = qnaSchema.parse(created.json());
    expect(locationPathOf(created)).toBe(`${path}/${pair.id}`);
    expect(pair).toMatchObject({
      ...pairs,
      tags: ['house'],
      valid_until: '2029-12-31T23:00:00.000Z',
      valid_from: null,
    });
    expect((await client.send('GET', `${path}/${pair.id}`)).json()).toEqual(pair);
    const replaced = await client.expect({ status: 200, schema: qnaSchema }, 'PUT', `${path}/${pair.id}`, {
      body: { ...pairs, answer: 'On the third floor.' },
    });
    expect(replaced).toMatchObject({
      id: pair.id,
      answer: 'On the third floor.',
      tags: [],
      valid_until: null,
    });
    const listed = await client.expect({ status: 200, schema: qnaPageSchema }, 'GET', path);
    expect(listed.data).toEqual([replaced]);
    expect((await client.send('DELETE', `${path}/${pair.id}`)).statusCode).toBe(204);
    expect(problemOf(await client.send('PUT', `${path}/${pair.id}`, { body: pairs })).code).toBe('not_found');
  });

  it('are imported from a file, as a form or as the body', async () => {
    const { id } = await client.createPack('imported');
    const path = `/v1/content-packs/${id}/qna/import`;
    const table = 'question,answer\nWho approves travel?,The team lead.\nWhere is the lift?,\n';
    const raw = await client.follow(
      await client.send('POST', `${path}?file_name=pairs.csv`, {
        payload: table,
        headers: { 'content-type': 'text/csv' },
      }),
    );
    expect(raw).toMatchObject({ kind: 'qna', counts: { added: 1, failed: 1 } });
    const file = new File([officePack['pairs.qna.json']], 'pairs.qna.json');
    const form = await client.follow(await client.send('POST', path, await formOf([['file', file]])));
    expect(form).toMatchObject({ kind: 'qna', status: 'succeeded' });
    const asJson = await client.follow(
      await client.send('POST', `${path}?file_name=pairs.qna.json`, {
        payload: officePack['pairs.qna.json'],
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(asJson).toMatchObject({ status: 'succeeded', counts: { added: 0, failed: 0 } });
    const listed = await client.expect(
      { status: 200, schema: qnaPageSchema },
      'GET',
      `/v1/content-packs/${id}/qna`,
    );
    expect(listed.data.map(({ question }) => question)).toContain('Who approves travel?');
  });
});

describe('versions', () => {
  it('[CON-11-26] [CON-5-18] are published, rolled back to, and retired', async () => {
    const { id } = await client.createPack('versions');
    const path = `/v1/content-packs/${id}`;
    const ask = async () =>
      (await service.ask(askingKey, { prompt: 'Where is the gym?', content_pack_ids: [id] })).answer;
    for (const floor of ['first', 'second', 'third', 'fourth']) {
      const [known] = (await client.expect({ status: 200, schema: qnaPageSchema }, 'GET', `${path}/qna`))
        .data;
      const body = { question: 'Where is the gym?', answer: `On the ${floor} floor.` };
      if (known === undefined) await client.send('POST', `${path}/qna`, { body });
      else await client.send('PUT', `${path}/qna/${known.id}`, { body });
      const job = await client.publish(id, `now ${floor}`);
      expect(job).toMatchObject({ kind: 'publish', status: 'succeeded', failure: null });
    }
    const packSchema = { status: 200, schema: contentPackSchema };
    expect(await client.expect(packSchema, 'GET', path)).toMatchObject({
      latest_version: 4,
      published_version: 4,
      draft: { changed: false },
    });
    expect(await ask()).toBe('On the fourth floor.');

    const listed = await client.expect(
      { status: 200, schema: packVersionPageSchema },
      'GET',
      `${path}/versions`,
    );
    expect(listed.data.map(({ version, note, retired }) => [version, note, retired])).toEqual([
      [4, 'now fourth', false],
      [3, 'now third', false],
      [2, 'now second', true],
      [1, 'now first', true],
    ]);
    const paged = await client.expect(
      { status: 200, schema: packVersionPageSchema },
      'GET',
      `${path}/versions?limit=3`,
    );
    const rest = await client.expect(
      { status: 200, schema: packVersionPageSchema },
      'GET',
      `${path}/versions?limit=3&cursor=${paged.next_cursor}`,
    );
    expect(rest.data.map(({ version }) => version)).toEqual([1]);

    const back = await client.expect(packSchema, 'POST', `${path}/rollback`, { body: { version: 3 } });
    expect(back).toMatchObject({ latest_version: 4, published_version: 3 });
    expect(await ask()).toBe('On the third floor.');
    const gone = problemOf(await client.send('POST', `${path}/rollback`, { body: { version: 1 } }));
    expect(gone).toMatchObject({ code: 'version_retired', status: 410 });
    const unknown = problemOf(await client.send('POST', `${path}/rollback`, { body: { version: 99 } }));
    expect(unknown.code).toBe('not_found');
    expect(await ask()).toBe('On the third floor.');

    const none = await client.expect(packSchema, 'POST', `${path}/unpublish`);
    expect(none).toMatchObject({ latest_version: 4, published_version: null, embeddings: null });
    expect(await ask()).not.toContain('floor');
  });

  it('serve what was published, and nothing of the draft', async () => {
    const { id } = await client.createPack('served');
    const body = { question: 'Where is the archive?', answer: 'In the basement.' };
    await client.send('POST', `/v1/content-packs/${id}/qna`, { body });
    const before = await service.ask(askingKey, { prompt: body.question, content_pack_ids: [id] });
    expect(before.source_type).toBe('none');
    const published = await client.follow(await client.send('POST', `/v1/content-packs/${id}/publish`));
    expect(published).toMatchObject({ status: 'succeeded', version: 1 });
    const after = await service.ask(askingKey, { prompt: body.question, content_pack_ids: [id] });
    expect(after).toMatchObject({ source_type: 'qna', answer: 'In the basement.' });
  });
});

it('[CON-10-03] the OpenAPI document describes them', async () => {
  const document = (await service.get('', '/openapi.json')).json();
  for (const { operationId, path, method, tag } of Object.values(operations)) {
    if (tag !== 'content') continue;
    expect(document.paths[path][method.toLowerCase()].operationId).toBe(operationId);
  }
});

describe('changes of the draft', () => {
  const texts = async (id: string) => {
    const path = `/v1/content-packs/${id}/changes`;
    const { data } = await client.expect({ status: 200, schema: changePageSchema }, 'GET', path);
    return Promise.all(
      data.map(async (change) => {
        const read = await client.expect(
          { status: 200, schema: changeSchema },
          'GET',
          `${path}/${change.id}`,
        );
        expect(read).toMatchObject(change);
        const { before, after } = read.document ?? read.qna ?? { before: null, after: null };
        const shown = [before, after].map((side) =>
          side === null ? null : 'text' in side ? side.text : side.answer,
        );
        return [change.kind, change.change, change.version, ...shown];
      }),
    );
  };

  it('are what the draft adds, changes and removes, with the texts before and after', async () => {
    const { id } = await client.createPack('changes');
    await client.upload(id, [
      ['file', markdown('a.md', '# A\n\nOne.')],
      ['file', markdown('b.md', '# B\n\nTwo.')],
    ]);
    expect(await texts(id)).toEqual([
      ['document', 'added', null, null, '# A\n\nOne.'],
      ['document', 'added', null, null, '# B\n\nTwo.'],
    ]);
    const created = await client.send('POST', `/v1/content-packs/${id}/qna`, { body: pairs });
    const pair = qnaSchema.parse(created.json());
    await client.publish(id);
    expect(await texts(id)).toEqual([]);

    await client.upload(id, [['file', markdown('a.md', '# A\n\nThree.')]]);
    const { data } = (await client.send('GET', `/v1/content-packs/${id}/documents`)).json();
    const gone = data.find(({ source }: { source: string }) => source === 'b.md');
    await client.send('DELETE', `/v1/content-packs/${id}/documents/${gone.id}`);
    const body = { ...pairs, answer: 'In the basement.' };
    await client.send('PUT', `/v1/content-packs/${id}/qna/${pair.id}`, { body });
    const changed = [
      ['document', 'changed', 1, '# A\n\nOne.', '# A\n\nThree.'],
      ['document', 'removed', 1, '# B\n\nTwo.', null],
      ['qna', 'changed', 1, pairs.answer, 'In the basement.'],
    ];
    expect((await texts(id)).toSorted()).toEqual(changed);

    // The next version is served, and then the first again: the draft differs from that one as before.
    await client.publish(id);
    expect(await texts(id)).toEqual([]);
    await client.send('POST', `/v1/content-packs/${id}/rollback`, { body: { version: 1 } });
    expect((await texts(id)).toSorted()).toEqual(changed);
  });

  it('are discarded one by one or all together, and what is published stays', async () => {
    const { id } = await client.createPack('discarded');
    const pack = `/v1/content-packs/${id}`;
    await client.upload(id, [
      ['file', markdown('a.md', '# A\n\nOne.')],
      ['file', markdown('b.md', '# B\n\nTwo.')],
    ]);
    const pair = qnaSchema.parse((await client.send('POST', `${pack}/qna`, { body: pairs })).json());
    await client.publish(id);
    const { data } = (await client.send('GET', `${pack}/documents`)).json();
    const [first, second] = data;
    await client.send('DELETE', `${pack}/documents/${second.id}`);
    // At the path of the one that comes back.
    await client.upload(id, [['file', markdown('b.md', '# Another B')]]);
    await client.send('PATCH', `${pack}/documents/${first.id}`, { body: { text: 'Edited.' } });
    await client.send('DELETE', `${pack}/qna/${pair.id}`);
    const discard = (body?: object) => client.send('POST', `${pack}/changes/discard`, body && { body });
    expect((await texts(id)).length).toBe(4);

    expect((await discard({ item_ids: [first.id, pair.id] })).json()).toEqual({ discarded: 2 });
    expect((await discard({ item_ids: [first.id] })).json()).toEqual({ discarded: 0 });
    expect((await texts(id)).toSorted()).toEqual([
      ['document', 'added', 1, null, '# Another B'],
      ['document', 'removed', 1, '# B\n\nTwo.', null],
    ]);
    for (const wrong of [{ item_ids: [] }, { item_ids: ['pack_x'] }, { items: [first.id] }])
      expect(problemOf(await discard(wrong)).code).toBe('validation_failed');
    expect((await discard()).json()).toEqual({ discarded: 2 });
    expect(await texts(id)).toEqual([]);
    expect((await client.send('GET', pack)).json().draft).toEqual({
      document_count: 2,
      qna_count: 1,
      changed: false,
    });
    const found = await service.ask(askingKey, { prompt: pairs.question, content_pack_ids: [id] });
    expect(found.answer).toBe(pairs.answer);
    const unknown = '/v1/content-packs/pack_01jd7c5v8r9a7b5c3d1e0f2g4h/changes/discard';
    expect(problemOf(await client.send('POST', unknown)).code).toBe('not_found');
  });

  it('are listed in pages, and unknown ones are not found', async () => {
    const { id } = await client.createPack('pages of changes');
    await client.upload(id, [
      ['file', markdown('a.md', 'One.')],
      ['file', markdown('b.md', 'Two.')],
    ]);
    const path = `/v1/content-packs/${id}/changes`;
    const read = (query: string) =>
      client.expect({ status: 200, schema: changePageSchema }, 'GET', path + query);
    const first = await read('?limit=1');
    const second = await read(`?limit=1&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
    expect([...first.data, ...second.data].map(({ title }) => title)).toHaveLength(2);
    expect(second.has_more).toBe(false);
    for (const wrong of ['/doc_01jd7c5v8rg2h4j6k8m0n2p4q6', '/nothing'])
      expect(problemOf(await client.send('GET', path + wrong)).code).toBe('not_found');
    const elsewhere = '/v1/content-packs/pack_01jd7c5v8r9a7b5c3d1e0f2g4h/changes';
    expect(problemOf(await client.send('GET', elsewhere)).code).toBe('not_found');
  });
});

describe('searching the content', () => {
  it('finds passages and pairs with their scores, and only what the groups may see', async () => {
    const { id } = await client.createPack('searched');
    await client.upload(id, [
      ['file', markdown('bikes.md', '# Bicycles\n\nBicycles are parked behind the boiler house.')],
      ['file', markdown('board.md', '# Bicycles of the board\n\nThe board parks its bicycles in the vault.')],
    ]);
    const { data } = (await client.send('GET', `/v1/content-packs/${id}/documents`)).json();
    const board = data.find(({ source }: { source: string }) => source === 'board.md');
    const restricted = { body: { groups: ['board'] } };
    await client.send('PATCH', `/v1/content-packs/${id}/documents/${board.id}`, restricted);
    const pair = { question: 'Where is the bicycle pump?', answer: 'At the reception.' };
    await client.send('POST', `/v1/content-packs/${id}/qna`, { body: pair });
    const search = (also: object) =>
      client.expect({ status: 200, schema: contentSearchSchema }, 'POST', '/v1/content-packs/search', {
        body: { question: 'Where are bicycles parked?', content_pack_ids: [id], ...also },
      });
    expect(await search({})).toEqual({ passages: [], qna: [], complete: true });
    await client.publish(id);
    const found = await search({});
    expect(found.passages.map(({ source }) => source)).toEqual(['bikes.md']);
    expect(found.passages[0]).toMatchObject({
      title: 'Bicycles',
      text: 'Bicycles are parked behind the boiler house.',
      keyword_score: expect.any(Number),
    });
    expect(found.qna[0]).toMatchObject({ ...pair, matched: pair.question });
    const forBoard = await search({ groups: ['board'] });
    expect(forBoard.passages.map(({ source }) => source).toSorted()).toEqual(['bikes.md', 'board.md']);
    expect((await search({ groups: ['board'], limit: 1 })).passages).toHaveLength(1);
    for (const wrong of [{ question: '' }, { question: 'a', limit: 21 }, { question: 'a', more: 1 }]) {
      const refused = await client.send('POST', '/v1/content-packs/search', { body: wrong });
      expect(problemOf(refused).code).toBe('validation_failed');
    }
  });
});

describe('jobs and reports', () => {
  it('[CON-11-25] [CON-5-17] jobs are listed newest first, and one that has ended cannot be stopped', async () => {
    const { id } = await client.createPack('jobs');
    const first = await client.upload(id, [['file', markdown('a.md', '# A\n\nText.')]]);
    const second = await client.publish(id);
    const path = `/v1/content-packs/${id}/jobs`;
    const listed = await client.expect({ status: 200, schema: jobPageSchema }, 'GET', path);
    expect(listed.data).toEqual([second, first]);
    expect(problemOf(await client.send('POST', `${path}/${first.id}/cancel`)).code).toBe('invalid_state');
    expect((await client.send('GET', `${path}/${first.id}`)).json()).toEqual(first);
  });

  it('a job is cancelled while it waits or runs', async () => {
    const { id } = await client.createPack('stopped');
    const files = Array.from({ length: 40 }, (_, index) => markdown(`${index}.md`, `# ${index}\n\nText.`));
    const accepted = await client.send(
      'POST',
      `/v1/content-packs/${id}/documents`,
      await formOf(files.map((file) => ['file', file] as const)),
    );
    const path = String(accepted.headers['location']);
    const stopped = await client.send('POST', `${path}/cancel`, { body: {} });
    // It may have been quicker.
    if (stopped.statusCode === 409) expect(problemOf(stopped).code).toBe('invalid_state');
    else expect(jobSchema.parse(stopped.json())).toMatchObject({ status: 'cancelled', failure: null });
    const job = await client.follow(accepted);
    expect(['cancelled', 'succeeded']).toContain(job.status);
  });

  it('a report names near-duplicates, contradictions and historical documents', async () => {
    const { id } = await client.createPack('report');
    const path = `/v1/content-packs/${id}`;
    for (const answer of ['Yes, for 20 days a year.', 'No, never.']) {
      await client.send('POST', `${path}/qna`, { body: { question: 'Can I work from abroad?', answer } });
    }
    const text = officePack['leave.md'];
    await client.upload(id, [
      ['file', markdown('a.md', text)],
      ['file', markdown('b.md', text)],
      ['file', markdown('changelog.md', 'The office has moved.')],
    ]);
    const report = await client.expect({ status: 200, schema: packReportSchema }, 'GET', `${path}/report`);
    expect(report.near_duplicates.length).toBeGreaterThan(0);
    expect(report.contradictions.length).toBeGreaterThan(0);
    expect(report.historical).toMatchObject([{ source: 'changelog.md', reason: expect.any(String) }]);
    expect(report.truncated).toBe(false);
  });
});
