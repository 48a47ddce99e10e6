import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type HttpOperation, operations } from '@avow/contract';
import { readinessSchema } from '@avow/contract/testing';
import { problemCodes } from '@avow/contract/values';
import type { Encoder } from '@avow/inference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

describe('the service itself', () => {
  it('[CON-11-04] [CON-11-05] reports liveness and readiness', async () => {
    expect((await service.get('', '/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await service.get('', '/readyz');
    expect(ready.statusCode).toBe(200);
    expect(readinessSchema.parse(ready.json())).toEqual({
      status: 'ready',
      checks: { accepting: 'ok', records: 'ok' },
      languages: { embedded: ['en'], others: false },
      backup: 'off',
      vector_indexes: 'off',
    });
  });

  it('is not ready if records cannot be written', async () => {
    const broken = await startTestService({
      wrap: (data) => ({
        ...data,
        store: { ...data.store, ping: () => Promise.reject(new Error('no disk')) },
      }),
    });
    const response = await broken.get('', '/readyz');
    expect(response.statusCode).toBe(503);
    expect(readinessSchema.parse(response.json())).toMatchObject({
      status: 'not_ready',
      checks: { records: 'failing' },
    });
    expect((await broken.get('', '/healthz')).statusCode).toBe(200);
    await broken.close();
  });

  it('[CON-11-06] exposes metrics without any client input', async () => {
    const tenantId = await service.createTenant('metrics');
    const key = await service.createKey(tenantId);
    await service.loadPack(tenantId, officePack);
    await service.ask(key, { prompt: 'Where is the canteen?', end_user_id: 'ada-lovelace' });
    await service.ask(key, { prompt: 'unheard-of words \u0007' });
    const metrics = await service.get('', '/metrics');
    expect(metrics.headers['content-type']).toMatch(/^text\/plain/);
    expect(metrics.body).toMatch(/avow_messages_total\{status="delivered",source_type="qna",band="high"\} 1/);
    expect(metrics.body).toMatch(/avow_messages_total\{status="blocked",source_type="none",band="none"\} 1/);
    expect(metrics.body).toMatch(/avow_guardrail_results_total\{name="[^"]+",action="block",status="ok"\} 1/);
    expect(metrics.body).toMatch(/avow_http_requests_total\{operation="executeQuery",status="200"\} 2/);
    expect(metrics.body).toContain('avow_queries_in_progress 0');
    for (const text of ['canteen', 'ada-lovelace', 'unheard-of', tenantId, key])
      expect(metrics.body).not.toContain(text);
  });

  it('reports what is served, what waits and the space on the disk', async () => {
    const tenantId = await service.createTenant('state');
    await service.loadPack(tenantId, officePack);
    const numberOf = (body: string, name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1] ?? Number.NaN);
    const waiting = Promise.withResolvers<Float32Array[]>();
    const encoder: Encoder = {
      ...{ name: 'slow', dimensions: 2, close: async () => undefined },
      encodeQuestion: async () => null,
      encodePassages: () => waiting.promise,
    };
    const counted = await startTestService({ beside: service, encoder });
    const read = async () => (await counted.get('', '/metrics')).body;
    await expect.poll(async () => numberOf(await read(), 'avow_passages_unembedded')).toBeGreaterThan(0);
    const body = await read();
    expect(numberOf(body, 'avow_packs')).toBeGreaterThanOrEqual(1);
    expect(numberOf(body, 'avow_passages')).toBeGreaterThanOrEqual(4);
    expect(numberOf(body, 'avow_jobs_unfinished')).toBe(0);
    expect(body).toContain('avow_messages_open{status="queued"} 0');
    expect(body).toMatch(/^avow_data_bytes\{part="database"\} [1-9]/m);
    const [free, size] = ['free', 'size'].map((of) => numberOf(body, `avow_disk_${of}_bytes`));
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThanOrEqual(free ?? Number.NaN);
    waiting.reject(new Error('the end of the test'));
    await counted.close();
  });

  it('serves every metric that the guide, the dashboard and the alert rules name, and no other of its own', async () => {
    const { body } = await service.get('', '/metrics');
    const served = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    const namesIn = (path: string) =>
      new Set(
        readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
          .match(/\b(?:avow|process|nodejs)_[a-z\d_]*[a-z\d]\b/g)
          ?.map((name) => name.replace(/_bucket$/, '')),
      );
    for (const path of ['deploy/monitoring/dashboard.json', 'deploy/monitoring/alerts.yaml']) {
      const named = namesIn(path);
      expect(named.size, path).toBeGreaterThan(15);
      expect(
        [...named].filter((name) => !served.has(name)),
        path,
      ).toEqual([]);
    }
    const own = [...served].filter((name) => name.startsWith('avow_')).sort();
    const documented = [...namesIn('docs/guide/operations.md')].filter((name) => name.startsWith('avow_'));
    expect(documented.sort()).toEqual(own);
    const shown = namesIn('deploy/monitoring/dashboard.json');
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('[CON-10-03] [INT-VE-01] [CON-11-01] describes every operation at /openapi.json, at the address it is served from', async () => {
    const document = (await service.get('', '/openapi.json')).json();
    expect(document.openapi).toMatch(/^3\.1/);
    for (const { path, method } of Object.values<HttpOperation>(operations))
      expect(document.paths[path]?.[method.toLowerCase()], path).toBeDefined();
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/v1/query', '/v1/messages/{message_id}/audit']),
    );
    const compressed = await service.app.http.inject({
      url: '/openapi.json',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(document);
  });

  it('serves the same document as YAML', async () => {
    const response = await service.get('', '/openapi.yaml');
    expect(response.headers['content-type']).toBe('application/yaml');
    const document = (await service.get('', '/openapi.json')).json();
    expect(parse(response.body)).toEqual(document);
    // Many readers follow YAML 1.1, where these words are booleans.
    expect(parse(response.body, { version: '1.1' })).toEqual(document);
    expect(response.body).not.toMatch(/(?:^|[:\-,[] )(?:y|n|yes|no|on|off)$/im);
  });

  it('[CON-11-07] has a reference for people that loads nothing from elsewhere', async () => {
    const page = await service.get('', '/docs');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/<script(?![^>]* src="\/console\/assets\/)|<style|https?:/);
  });

  it('explains every problem', async () => {
    for (const code of problemCodes) {
      const page = await service.get('', `/problems/${code}`);
      expect([page.statusCode, page.body.includes(code)], code).toEqual([200, true]);
    }
  });

  it('goes by the clock that all nodes have in common', async () => {
    const commonMs = Date.now() + 200_000;
    const sharing = await startTestService({
      wrap: (data) => ({ ...data, nodes: { ...data.nodes, clock: { nowMs: () => commonMs } } }),
    });
    const key = await sharing.createKey(await sharing.createTenant('office'));
    const asked = await sharing.post(key, { prompt: 'Where is the canteen?' }, { 'idempotency-key': 'one' });
    const { created_at: createdAt } = JSON.parse(asked.body);
    expect(Date.parse(createdAt)).toBe(commonMs);
    await sharing.close();
  });
});
