import type { Scope } from '@avow/contract/roles';
import {
  evaluationPageSchema,
  goldenPutSchema,
  publishGateSchema,
} from '@avow/contract/testing/administration';
import type { PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
const scopes: Scope[] = ['query:write', 'content:manage'];

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const rooms = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fern', 'grove', 'hazel', 'iris', 'jasper'];
const roomText = (room: string) =>
  `The ${room} room is painted in colour number ${rooms.indexOf(room) + 31}.`;
const questionOf = (room: string) => `In which colour is the ${room} room painted?`;
const files = Object.fromEntries(rooms.map((room) => [`${room}.md`, roomText(room)]));

interface House {
  readonly client: ContentClient;
  readonly key: string;
  readonly packId: string;
  readonly tenantId: TenantId;
  readonly path: string;
  /** Takes the room out of the draft. */
  remove(room: string): Promise<void>;
  change(room: string, text: string): Promise<void>;
}

let houses = 0;

async function openHouse({ questions = rooms }: { questions?: readonly string[] } = {}): Promise<House> {
  houses += 1;
  const tenantId = await service.createTenant(`house-${houses}`);
  const key = await service.createKey(tenantId, { scopes });
  await service.loadPack(tenantId, files, 'house');
  const [pack] = await service.data.store.content.listPacks(tenantId, { after: null, limit: 1 });
  const packId = pack?.packId ?? '';
  const path = `/v1/content-packs/${packId}`;
  const client = contentClient(service, key);
  const asked = questions.map((room) => ({
    question: questionOf(room),
    expects: {
      kind: 'answer',
      sources: [`${room}.md`],
      facts: [[`colour number ${rooms.indexOf(room) + 31}`]],
    },
  }));
  await client.expect({ status: 200, schema: goldenPutSchema }, 'POST', `${path}/golden-questions`, {
    body: { questions: asked },
  });
  const upload = async (room: string, text: string) => {
    await client.upload(packId, [['file', new File([text], `${room}.md`)]]);
  };
  return {
    ...{ client, key, packId, tenantId, path, change: upload },
    remove: async (room) => {
      const listed = (await client.send('GET', `${path}/documents?limit=100`)).json();
      const found = listed.data.find(({ source }: { source: string }) => source === `${room}.md`);
      expect((await client.send('DELETE', `${path}/documents/${found.id}`)).statusCode).toBe(204);
    },
  };
}

const setGate = ({ client, path }: House, tolerance: number) =>
  client.expect({ status: 200, schema: publishGateSchema }, 'PUT', `${path}/gate`, {
    body: { tolerance_share: tolerance },
  });
const ask = async ({ key }: House, room: string) =>
  (await service.ask(key, { prompt: questionOf(room) })).answer;
const servedVersion = async ({ client, path }: House): Promise<number> =>
  (await client.send('GET', path)).json().published_version;

describe('the gate of a pack', () => {
  it('is set, read and removed, and refuses an invalid share', async () => {
    const house = await openHouse();
    const { client, path } = house;
    expect(problemOf(await client.send('GET', `${path}/gate`)).code).toBe('not_found');
    expect(await setGate(house, 0.1)).toEqual({ tolerance_share: 0.1 });
    expect(await setGate(house, 0)).toEqual({ tolerance_share: 0 });
    expect((await client.send('GET', `${path}/gate`)).json()).toEqual({ tolerance_share: 0 });
    const bad = { body: { tolerance_share: 1.1 } };
    expect(problemOf(await client.send('PUT', `${path}/gate`, bad)).code).toBe('validation_failed');
    expect((await client.send('DELETE', `${path}/gate`)).statusCode).toBe(204);
    expect(problemOf(await client.send('DELETE', `${path}/gate`)).code).toBe('not_found');
  });

  it('stops a publication beyond the tolerance, says why, and leaves the served version unchanged', async () => {
    const house = await openHouse();
    await setGate(house, 0.1);
    await house.remove('amber');
    await house.remove('fern');
    const job = await house.client.publish(house.packId);
    expect(job.status).toBe('failed');
    expect(job.failure).toContain('80.0 % were right, compared with 100.0 % before');
    expect(job.failure).toContain('a drop of 20.0 points, and the gate allows 10.0 points');
    expect(job.failure).toContain(`- ${questionOf('amber')} (right, now: wrongly not answered)`);
    expect(job.failure).toContain(`- ${questionOf('fern')} (right, now: wrongly not answered)`);
    expect(job.failure).not.toContain(questionOf('birch'));
    // The questions that were asked are a part of its progress.
    expect(job.total).toBeGreaterThanOrEqual(2 * rooms.length);
    expect(job.done).toBe(job.total);
    expect(await servedVersion(house)).toBe(1);
    expect(await ask(house, 'amber')).toContain('colour number 31');
  });

  it('allows a publication within the tolerance', async () => {
    const house = await openHouse();
    await setGate(house, 0.1);
    await house.remove('amber');
    expect((await house.client.publish(house.packId)).status).toBe('succeeded');
    expect(await ask(house, 'amber')).toContain('does not cover');
    await house.change('amber', roomText('amber'));
    expect((await house.client.publish(house.packId)).status).toBe('succeeded');
    expect(await servedVersion(house)).toBe(3);
    expect(await ask(house, 'amber')).toContain('colour number 31');
  });

  it('is overridden only with a note, which the version shows', async () => {
    const house = await openHouse();
    const { client, path } = house;
    await setGate(house, 0);
    await house.remove('grove');
    expect((await client.publish(house.packId)).status).toBe('failed');
    const forced = (body: object) => client.send('POST', `${path}/publish`, { body });
    expect(problemOf(await forced({ force: true })).errors?.[0]?.pointer).toBe('/note');
    const job = await client.follow(await forced({ force: true, note: 'The grove room is no more.' }));
    expect(job.status).toBe('succeeded');
    const { data } = (await client.send('GET', `${path}/versions`)).json();
    expect(data[0]).toMatchObject({
      version: 2,
      note: 'The grove room is no more.\nPublished without the gate.',
    });
    expect(data[1].note).toBe('');
  });

  it('needs a golden set of a minimum size', async () => {
    const house = await openHouse({ questions: rooms.slice(0, 9) });
    await setGate(house, 1);
    await house.change('amber', 'The amber room is painted in colour number 99.');
    const job = await house.client.publish(house.packId);
    expect(job.failure).toContain('at least 10 accepted questions, and this pack has 9');
    expect(await servedVersion(house)).toBe(1);
  });

  it('reuses the run of a version under the same conditions', async () => {
    const house = await openHouse();
    const { client, path, packId } = house;
    await setGate(house, 0);
    const runs = async () =>
      (await client.expect({ status: 200, schema: evaluationPageSchema }, 'GET', `${path}/evaluations`)).data;
    await house.remove('dune');
    const first = await client.publish(packId);
    expect((await runs()).map(({ subject }) => subject.kind)).toEqual(['draft', 'version']);
    const second = await client.publish(packId);
    expect((await runs()).map(({ subject }) => subject.kind)).toEqual(['draft', 'draft', 'version']);
    expect([first.status, second.status]).toEqual(['failed', 'failed']);
    expect(second.total).toBe(first.total - rooms.length);
    // With another question the version must be asked anew.
    const more = { question: 'Who painted the tower?', expects: { kind: 'not_covered' } };
    await client.send('POST', `${path}/golden-questions`, { body: { questions: [more] } });
    await client.publish(packId);
    expect((await runs()).filter(({ subject }) => subject.kind === 'version')).toHaveLength(2);
  });

  it('does not reuse a degraded run', async () => {
    const house = await openHouse();
    const { client, packId, tenantId } = house;
    const { golden } = service.data.store;
    await setGate(house, 0);
    await house.remove('hazel');
    expect((await client.publish(packId)).status).toBe('failed');
    const page = { before: null, limit: 10 };
    const [listed] = (await golden.listEvaluations(tenantId, packId as PackId, page)).filter(
      ({ subject }) => subject.draftRevision === null,
    );
    const whole = listed && (await golden.getEvaluation(tenantId, listed.evaluationId));
    if (!whole) throw new Error('the version was not asked');
    const report = JSON.parse(whole.report);
    const results = report.results.map((result: object) => ({
      ...result,
      ...{ outcome: 'failed', reply: 'failed', problem: 'internal', is_degraded: true },
    }));
    const evaluationId = newId('evl', Date.now() + 60_000);
    const outage = {
      ...whole,
      evaluationId,
      report: JSON.stringify({ ...report, id: evaluationId, results }),
    };
    await golden.putEvaluation(tenantId, { ...outage, rightCount: 0 }, 20);
    const job = await client.publish(packId);
    expect(job.status).toBe('failed');
    expect(job.failure).toContain('90.0 % were right, compared with 100.0 % before');
  });

  it('allows a first publication, with nothing to compare with', async () => {
    const house = await openHouse();
    await setGate(house, 0);
    await house.client.send('POST', `${house.path}/unpublish`);
    expect((await house.client.publish(house.packId)).status).toBe('succeeded');
  });

  it('ends if its job is cancelled', async () => {
    const house = await openHouse();
    const { client, path } = house;
    await setGate(house, 0);
    await house.remove('iris');
    const accepted = await client.send('POST', `${path}/publish`, { body: {} });
    const { id } = accepted.json();
    const cancelled = await client.send('POST', `${path}/jobs/${id}/cancel`);
    expect(cancelled.json().status).toBe('cancelled');
    expect((await client.follow(accepted)).status).toBe('cancelled');
    expect(await servedVersion(house)).toBe(1);
  });
});
