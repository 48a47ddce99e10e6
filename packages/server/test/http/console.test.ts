import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('the console', () => {
  it('leads browsers from / to it, and says to programs where everything is', async () => {
    const page = await service.get('', '/', browser);
    expect([page.statusCode, page.headers.location]).toEqual([302, '/console']);
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'image/png' }]) {
      const index = await service.get('', '/', headers);
      expect([index.statusCode, index.headers['content-type']]).toEqual([200, 'application/json']);
      for (const url of Object.values(index.json()).filter((value) => String(value).startsWith('http')))
        expect((await service.get('', new URL(String(url)).pathname)).statusCode, String(url)).toBe(200);
    }
  });

  it('gives its icon to any client', async () => {
    for (const headers of [
      {},
      { accept: 'image/avif,image/webp,*/*;q=0.8' },
      { accept: 'application/json' },
    ]) {
      const icon = await service.get('', '/favicon.ico', headers);
      expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(icon.body).toContain('<svg');
    }
  });

  it('[CON-11-22] sends its page under every path, uncached, with a policy that allows nothing inline or from elsewhere', async () => {
    for (const path of ['/console', '/console/', '/console/ask/msg_1']) {
      const page = await service.get('', path, browser);
      expect(page.statusCode, path).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['cache-control']).toBe('no-store');
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toMatch(/unsafe|http|\*|data:/);
      expect(page.body).not.toMatch(/<script(?![^>]* src="\/console\/assets\/)|<style|https?:/);
    }
  });

  it('sends files that may be cached forever, compressed if the client accepts it', async () => {
    const { body } = await service.get('', '/console');
    const [, path = ''] = /src="([^"]+)"/.exec(body) ?? [];
    const plain = await service.get('', path);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const compressed = await service.get('', path, { 'accept-encoding': 'br, gzip' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    const refused = await service.get('', path, { 'accept-encoding': 'gzip;q=0' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('serves the guide to anybody, with its pictures and what its search reads', async () => {
    const first = await service.get('', '/guide', browser);
    expect(first.body).toContain('<title>Getting started · Avow guide</title>');
    const links = [...first.body.matchAll(/href="\/console\/\.\.(\/guide\/[\w-]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(links.length).toBeGreaterThan(30);
    const page = await service.get('', '/guide/console', browser);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(page.headers['content-security-policy'])).not.toMatch(/unsafe/);
    const [, picture = ''] = /src="\/console\/\.\.(\/guide\/images\/[\w.-]+)"/.exec(page.body) ?? [];
    expect((await service.get('', picture)).headers['content-type']).toBe('image/webp');
    const sections = (await service.get('', '/guide/search.json')).json();
    expect(sections.some(({ heading }: { heading: string }) => heading === 'Pages')).toBe(true);
    for (const path of ['/guide/none', '/guide/images/none.webp', '/guide/../package.json'])
      expect(problemOf(await service.get('', path)).code, path).toBe('not_found');
  });

  it('does not know files that are not there, above its folder or below', async () => {
    for (const path of [
      '/console/assets/none.js',
      '/console/assets/../../package.json',
      '/console/assets/..%2findex.html',
    ])
      expect(problemOf(await service.get('', path)).code, path).toBe('not_found');
  });
});
