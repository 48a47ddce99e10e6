import type { Scope } from '@avow/contract/roles';
import { evaluationStateSchema } from '@avow/contract/testing/administration';
import type { PassageSearch } from '@avow/search';
import { afterEach, describe, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
const scopes: Scope[] = ['query:write', 'content:manage'];

afterEach(() => service.close());

/** Does something once, while a golden question is being answered. */
async function start() {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const happenOnce = async () => {
    const act = meanwhile;
    meanwhile = null;
    await act?.();
  };
  service = await startTestService({
    env: { AVOW_PACK_VERSIONS_KEPT: '1' },
    wrap: (data) => ({
      ...data,
      search: new Proxy(data.search, {
        get: (search, name) => {
          if (name === 'search')
            return async (...wanted: Parameters<PassageSearch['search']>) => {
              await happenOnce();
              return await search.search(...wanted);
            };
          const part = Reflect.get(search, name);
          return typeof part === 'function' ? part.bind(search) : part;
        },
      }),
    }),
  });
  const tenantId = await service.createTenant('acme');
  await service.loadPack(tenantId, officePack, 'office');
  const [pack] = await service.data.store.content.listPacks(tenantId, { after: null, limit: 1 });
  const packId = pack?.packId ?? '';
  const path = `/v1/content-packs/${packId}`;
  const client = contentClient(service, await service.createKey(tenantId, { scopes }));
  const question = 'How many days of paid holiday does every employee have?';
  const questions = [{ question, expects: { kind: 'answer', facts: [['27 days']] } }];
  expect((await client.send('POST', `${path}/golden-questions`, { body: { questions } })).statusCode).toBe(
    200,
  );
  return {
    ...{ client, packId, path },
    evaluate: async (act: () => Promise<unknown>) => {
      meanwhile = act;
      const begun = await client.send('POST', `${path}/evaluations`, { body: { subject: 1 } });
      const location = String(begun.headers['location']);
      await expect.poll(async () => (await client.send('GET', location)).json().status).not.toBe('running');
      return (await client.send('GET', location)).json();
    },
  };
}

describe('a change to a pack during its evaluation', () => {
  it('does not affect a version that is kept', async () => {
    const { evaluate, client, path } = await start();
    const state = evaluationStateSchema.parse(await evaluate(() => client.send('POST', `${path}/unpublish`)));
    expect(state.report?.results.map(({ outcome }) => outcome)).toEqual(['right']);
  });

  it('fails the run if the version is retired', async () => {
    const { evaluate, client, packId } = await start();
    const state = evaluationStateSchema.parse(
      await evaluate(async () => {
        await client.upload(packId, [
          ['file', new File(['The canteen is on the second floor.'], 'canteen.txt')],
        ]);
        expect((await client.publish(packId)).status).toBe('succeeded');
      }),
    );
    expect(state).toMatchObject({ status: 'failed', failure: 'There is no such version, or it is retired.' });
  });
});
