import type { JobId, PackId, TenantId } from '@avow/foundation';
import { blob, choice, defineTable, integer, optional, text } from '@avow/storage';
import { ofPack } from '../../content/store/pack-tables.ts';

export const jobs = defineTable(
  'jobs',
  {
    tenant_id: text<TenantId>(),
    job_id: text<JobId>(),
    pack_id: text<PackId>(),
    kind: choice('documents', 'pairs', 'publish'),
    status: choice('queued', 'running', 'succeeded', 'failed', 'cancelled'),
    done: integer(),
    total: integer(),
    added: integer(),
    changed: integer(),
    unchanged: integer(),
    failed: integer(),
    version: optional(integer()),
    created_at_ms: integer(),
    started_at_ms: optional(integer()),
    ended_at_ms: optional(integer()),
    failure: optional(text()),
    faults: text(),
  },
  {
    key: ['tenant_id', 'job_id'],
    isAppended: true,
    constraints: [ofPack, "CHECK ((ended_at_ms IS NULL) = (status IN ('queued', 'running')))"],
    indexes: [
      'jobs_by_pack (tenant_id, pack_id, job_id)',
      'jobs_unfinished (job_id) WHERE ended_at_ms IS NULL',
      'jobs_ended (ended_at_ms) WHERE ended_at_ms IS NOT NULL',
    ],
    installation: 'SELECT, DELETE',
  },
);

export const jobInputs = defineTable(
  'job_inputs',
  {
    tenant_id: text(),
    job_id: text(),
    position: integer(),
    source: text(),
    options: text(),
    bytes: blob(),
  },
  {
    key: ['tenant_id', 'job_id', 'position'],
    isAppended: true,
    constraints: ['FOREIGN KEY (tenant_id, job_id) REFERENCES jobs (tenant_id, job_id) ON DELETE CASCADE'],
  },
);
