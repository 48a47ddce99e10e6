import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guidePageOf } from '../src/app/frame/guide-page-of.ts';

it('leads from a page, and from a tab that another page of the guide explains, to its explanation', () => {
  expect(guidePageOf('/settings')).toBe('keys-and-tenants');
  expect(guidePageOf('/settings', 'webhooks')).toBe('webhooks');
  expect(guidePageOf('/settings', 'keys')).toBe('keys-and-tenants');
  expect(guidePageOf('/records', 'retention')).toBe('erasure-and-retention');
  expect(guidePageOf('/content/pack_1', 'sources')).toBe('sources');
  expect(guidePageOf('/content/pack_1/sources/src_1')).toBe('sources');
  expect(guidePageOf('/quality')).toBe('confidence');
  expect(guidePageOf('/quality', 'golden')).toBe('evaluation');
  expect(guidePageOf('/')).toBe('console');
});

it('leads to pages that exist', () => {
  const source = readFileSync(new URL('../src/app/frame/guide-page-of.ts', import.meta.url), 'utf8');
  const pages = [...source.matchAll(/, '([a-z-]+)'\]/g)].map(([, page = '']) => page);
  expect(pages.length).toBeGreaterThan(15);
  const guide = new URL('../../../docs/guide/', import.meta.url);
  for (const page of pages) expect([page, existsSync(new URL(`${page}.md`, guide))]).toEqual([page, true]);
});
