import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scope } from '@avow/contract/roles';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const dayMs = 86_400_000;
let service: TestService;
let nowMs = Date.now();
const scopes: Scope[] = ['query:write', 'content:manage'];

beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
});

afterAll(() => service.close());

interface Office {
  readonly tenantId: TenantId;
  readonly key: string;
  readonly packId: string;
}

let offices = 0;

async function openOffice(files: Readonly<Record<string, string>>): Promise<Office> {
  offices += 1;
  const tenantId = await service.createTenant(`office-${offices}`);
  const key = await service.createKey(tenantId, { scopes });
  await service.loadPack(tenantId, files, 'office');
  const [pack] = await service.data.store.content.listPacks(tenantId, { after: null, limit: 1 });
  return { tenantId, key, packId: pack?.packId ?? '' };
}

async function send(
  { key, packId }: Office,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  expected: number,
) {
  const url = `/v1/content-packs/${packId}${path}`;
  const headers = {
    authorization: `Bearer ${key}`,
    ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
  };
  const payload = method === 'POST' ? { payload: path === '/rollback' ? '{"version":1}' : '{}' } : {};
  const response = await service.app.http.inject({ method, url, headers, ...payload });
  expect([url, response.statusCode]).toEqual([url, expected]);
  return expected === 204 ? null : response.json();
}

async function publish(office: Office): Promise<void> {
  const job = await send(office, 'POST', '/publish', 202);
  await expect.poll(async () => (await send(office, 'GET', `/jobs/${job.id}`, 200)).status).toBe('succeeded');
}

const prompt = 'How is the reception door painted?';
const answer = async ({ key }: Office, asked = prompt) => (await service.ask(key, { prompt: asked })).answer;
const door = { 'door.md': '# Reception\n\nThe reception door is painted green.\n' };
const pairs = (...list: object[]) => ({ 'p.qna.json': JSON.stringify(list) });

describe('what is archived', () => {
  it('ranks below what is current, and still answers what nothing else does', async () => {
    const office = await openOffice({
      ...door,
      'door-archived.md':
        '# Reception\n\nThe reception door is painted red.\n\n# Canteen\n\nThe canteen had a piano.\n',
    });
    const [first] = (await service.ask(office.key, { prompt })).citations;
    expect(first).toMatchObject({ quote: expect.stringContaining('green') });
    expect(await answer(office, 'Did the canteen have a piano?')).toContain('piano');
  });
});

describe('what is no longer published', () => {
  it('a document that was deleted is served until the publication, and never after it', async () => {
    const office = await openOffice({ ...door, 'other.md': 'The roof is flat.' });
    const listed = await send(office, 'GET', '/documents', 200);
    const { id } = listed.data.find(({ source }: { source: string }) => source === 'door.md');
    await send(office, 'DELETE', `/documents/${id}`, 204);
    expect(await answer(office)).toContain('green');
    await publish(office);
    expect(await answer(office)).toContain('does not cover');
    await send(office, 'POST', '/rollback', 200);
    expect(await answer(office)).toContain('green');
    await publish(office);
    expect(await answer(office)).toContain('does not cover');
  });

  it('a pack that was unpublished or deleted is not served, and its text is in no search file', async () => {
    const office = await openOffice({ ...door, ...pairs({ question: 'Who paints?', answer: 'Pia.' }) });
    expect(await answer(office, 'Who paints?')).toBe('Pia.');
    await send(office, 'POST', '/unpublish', 200);
    for (const asked of [prompt, 'Who paints?'])
      expect(await answer(office, asked)).toContain('does not cover');
    await publish(office);
    expect(await answer(office, 'Who paints?')).toBe('Pia.');
    await send(office, 'DELETE', '', 204);
    for (const asked of [prompt, 'Who paints?'])
      expect(await answer(office, asked)).toContain('does not cover');
    await send(office, 'GET', '', 404);
    const folder = join(service.directory, 'search', office.tenantId);
    for (const path of await readdir(folder, { recursive: true })) {
      const bytes = await readFile(join(folder, path)).catch(() => Buffer.of());
      expect([path, bytes.includes('reception'), bytes.includes('paint')]).toEqual([path, false, false]);
    }
  });

  it('a pair is served only while it is valid, without a publication', async () => {
    const at = (days: number) => new Date(nowMs + days * dayMs).toISOString();
    const office = await openOffice(
      pairs(
        { question: 'When is the fair?', answer: 'In May.', valid_until: at(1) },
        { question: 'When is the feast?', answer: 'In June.', valid_from: at(1), valid_until: at(3) },
      ),
    );
    const said = async () =>
      [
        await answer(office, 'When is the fair?'),
        await answer(office, 'When is the very fair?'),
        await answer(office, 'When is the feast?'),
        await answer(office, 'When is the big feast?'),
      ].map((text) => (/does not cover/.test(text) ? '-' : text));
    expect((await said()).slice(0, 1)).toEqual(['In May.']);
    expect((await said()).slice(2)).toEqual(['-', '-']);
    nowMs += 1.5 * dayMs;
    expect((await said()).slice(0, 3)).toEqual(['-', '-', 'In June.']);
    nowMs += 2 * dayMs;
    expect(await said()).toEqual(['-', '-', '-', '-']);
  });
});

describe('while a pack is published', () => {
  it('every question is answered from one whole version', async () => {
    const colours = ['green', 'blue'];
    const files = (round: number) => {
      const colour = colours[round % 2];
      const text = `# Reception\n\nThe reception door is painted ${colour}.\n`;
      // Under another path each time, so that the document before is gone, and another one there.
      return {
        [`door-${colour}.md`]: text,
        ...pairs({ question: 'Which colour?', answer: `It is ${colour}.` }),
      };
    };
    const office = await openOffice(files(0));
    let isOver = false;
    const publishing = (async () => {
      for (let round = 1; round <= 6; round += 1)
        await service.loadPack(office.tenantId, files(round), 'office');
      isOver = true;
    })();
    let asked = 0;
    const asking = async () => {
      while (!isOver) {
        const response = await service.ask(office.key, { prompt });
        expect(response.answer).toMatch(/^The reception door is painted (?:green|blue)\.$/);
        expect(response.citations[0]?.quote).toBe(response.answer);
        expect(response.citations[0]?.source).toBe(`door-${/green|blue/.exec(response.answer)?.[0]}.md`);
        expect(response.processing.degraded_mode).toBe(false);
        expect(await answer(office, 'Which colour?')).toMatch(/^It is (?:green|blue)\.$/);
        asked += 1;
      }
    };
    await Promise.all([publishing, asking(), asking(), asking()]);
    expect(asked).toBeGreaterThan(5);
    expect(await answer(office)).toContain('green');
  });
});
