import type { SourceEntry } from './source.ts';

const time = '2024-11-21T09:14:03.231Z';

const source: SourceEntry = {
  id: 'src_01jd8n4w6zfk3v5q7r9s2t4x6y',
  pack_id: 'pack_01jd7c5v8r9a7b5c3d1e0f2g4h',
  name: 'handbook',
  connection: { kind: 'git', url: 'https://git.example/handbook.git', branch: 'main', path: 'docs' },
  credentials: ['token'],
  groups: [],
  sync_every_minutes: 60,
  publish: 'automatic',
  removal_limit_percent: 20,
  status: 'active',
  paused_reason: null,
  item_count: 42,
  next_sync_at: '2024-11-21T10:14:05.870Z',
  failing_since: null,
  sync: null,
  last_sync: {
    trigger: 'schedule',
    outcome: 'published',
    reason: null,
    counts: { added: 1, changed: 1, removed: 0, unchanged: 40, failed: 1, skipped: 3 },
    plan: [
      { action: 'add', document: 'handbook/travel.md', keeps: [], replaces: [] },
      { action: 'change', document: 'handbook/returns.md', keeps: ['groups'], replaces: [] },
    ],
    errors: [{ item: 'handbook/scan.pdf', reason: 'is damaged' }],
    version: 4,
    job_id: 'job_01jd8n4w6zm5n7p9q1r3s5t7v9',
    started_at: '2024-11-21T09:14:03.231Z',
    ended_at: '2024-11-21T09:14:05.870Z',
  },
  created_at: time,
  created_by: 'key_01jd7c2m4pf0e8a6ktyr3w5n9b',
  updated_at: time,
};

const syncing: SourceEntry = {
  ...source,
  sync: {
    ...{ trigger: 'request', dry_run: false, phase: 'queued', items_read: 0, job_id: null },
    started_at: '2024-11-21T09:31:00.000Z',
  },
};

export const sourceRequestExamples: Readonly<Record<string, unknown>> = {
  createSource: {
    name: source.name,
    connection: source.connection,
    credentials: { token: 'glpat-abcdefghijklmnopqrst' },
    sync_every_minutes: 60,
  },
  updateSource: { status: 'paused' },
  syncSource: { dry_run: false },
};

export const sourceResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listSources: { 200: { data: [source], has_more: false, next_cursor: null } },
  createSource: { 201: { ...syncing, last_sync: null, item_count: 0 } },
  getSource: { 200: source },
  updateSource: { 200: { ...source, status: 'paused', next_sync_at: null } },
  syncSource: { 202: syncing },
};
