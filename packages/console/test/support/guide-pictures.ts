import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const app = fileURLToPath(new URL('../../src/app/', import.meta.url));

/** The pictures of the guide and of the README, and the file that draws the page which each shows. */
export const guidePictures: Readonly<Record<string, string>> = {
  'home-light-1440': 'pages/home/home-page.tsx',
  'answer-light-1440': 'pages/ask/asked-message-page.tsx',
  'answer-dark-1440': 'pages/ask/asked-message-page.tsx',
  'answer-light-390': 'pages/ask/asked-message-page.tsx',
  'proof-light-1440': 'pages/ask/asked-message-page.tsx',
  'gate-stops-light-1440': 'pages/content/pack-page.tsx',
  'pair-light-1440': 'pages/content/pair-page.tsx',
  'source-light-1440': 'pages/sources/source-page.tsx',
  'unanswered-light-1440': 'pages/unanswered/unanswered-groups-page.tsx',
  'review-light-1440': 'pages/review/review-page.tsx',
  'records-questions-light-1440': 'pages/records/records-page.tsx',
  'record-light-1440': 'pages/records/record-page.tsx',
  'guardrails-light-1440': 'pages/guardrails/guardrails-page.tsx',
  'guardrail-edit-light-1440': 'pages/guardrails/guardrails-page.tsx',
  'quality-light-1440': 'pages/quality/quality-page.tsx',
  'operations-light-1440': 'pages/operations/operations-page.tsx',
  'people-light-1440': 'pages/settings/settings-page.tsx',
  'tenants-light-1440': 'pages/settings/settings-page.tsx',
  'docs-operation-light-1440': 'reference/reference-page.tsx',
};

/** What is around every page. */
const around = ['frame/frame.tsx', 'main.tsx'];
const importPattern = /(?:from|import) '(\.{1,2}\/[^']+)'/g;

/** Changes whenever something changes that the page is drawn from. */
export function hashOfPage(page: string): string {
  const found = new Set<string>();
  for (const file of [page, ...around]) follow(join(app, file), found);
  const hash = createHash('sha256');
  for (const path of [...found].toSorted())
    hash.update(`${path.slice(app.length).replaceAll('\\', '/')}\0`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

/** Collects a file and what it imports of our own. The router leads to every other page, and is left out. */
function follow(path: string, found: Set<string>): void {
  if (found.has(path) || path.endsWith('router.tsx') || !existsSync(path)) return;
  found.add(path);
  if (!/\.tsx?$/.test(path)) return;
  for (const [, imported = ''] of readFileSync(path, 'utf8').matchAll(importPattern))
    follow(join(dirname(path), imported), found);
}

export const picturesFolder = fileURLToPath(new URL('../../../../docs/images/console', import.meta.url));
const manifest = join(picturesFolder, 'pictures.json');

/** The hash of its page at the time when each picture was drawn. */
export const readDrawn = (): Readonly<Record<string, string>> =>
  existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};

export const manifestPath = manifest;

/** Pictures that show a page as it was before a change, or that were never drawn. */
export const findOldPictures = (drawn: Readonly<Record<string, string>>): string[] =>
  Object.entries(guidePictures)
    .filter(([name, page]) => drawn[name] !== hashOfPage(page))
    .map(([name]) => name);
