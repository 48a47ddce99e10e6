import { createHash } from 'node:crypto';
import { createReadStream, lstatSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { formatTime } from '@avow/contract/values';
import { type TenantId, UserError } from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';
import { formatVerifierKey } from '@avow/ledger-log/notes';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { writeTable } from '../../../http/write-table.ts';
import { writeDocument } from '../document/write-document.ts';
import { type CollectedEvidence, collectEvidence } from '../evidence.ts';
import type { EvidencePeriod, ReadEvent } from '../evidence-sources.ts';
import type { Verified } from '../figures/describe-installation.ts';
import { type AssessedFramework, assessFramework } from '../frameworks/assess-framework.ts';
import { type FrameworkName, readFramework } from '../frameworks/framework.ts';
import { signEvidence } from '../sign-evidence.ts';
import { evidenceOrigin, formatSums, signatureFile, sumsFile } from '../sums.ts';
import { evidenceToWire, frameworkToWire, type PackFacts } from '../wire.ts';

export interface EvidenceRequest {
  readonly tenant: { readonly tenantId: TenantId; readonly name: string };
  readonly period: EvidencePeriod;
  readonly frameworks: readonly FrameworkName[];
  /** The folder to write; it must not exist yet. */
  readonly out: string;
  readonly version: string;
  readonly madeAtMs: number;
  readonly actor: string;
}

export interface EvidenceWork {
  readonly data: Pick<DataFolder, 'store' | 'logKey'>;
  /** Verifies the records and the log of the tenant. */
  verify(): Promise<Omit<Verified, 'entries'>>;
  /** Writes the bundle of the records of the period to this path; null: the pack has none. */
  readonly exportBundle: ((path: string) => Promise<{ readonly records: number }>) | null;
  verifierKey(): Promise<Parameters<typeof formatVerifierKey>[0]>;
  /** Throws if the log is forked: nothing is appended to such a log. */
  prove(): Promise<void>;
  onStep(step: 'verifying' | 'exporting' | 'counting', done: number, total: number | null): void;
}

export interface EvidenceReport {
  readonly tenantId: TenantId;
  readonly folder: string;
  readonly files: number;
  readonly messages: number;
  readonly records: number | null;
  readonly isVerified: boolean;
  readonly fault: string | null;
  /** In the period; null: nothing is known of it. */
  readonly outages: { readonly unplanned: number; readonly models: number; readonly records: number } | null;
  readonly frameworks: readonly AssessedFramework[];
  readonly sha256: string;
  readonly leafIndex: number;
}

/** Writes a folder of evidence. It gets its name once it is complete and its hash is on the log. */
export async function writeEvidence(work: EvidenceWork, request: EvidenceRequest): Promise<EvidenceReport> {
  const { out } = request;
  const part = `${out}.part`;
  for (const path of [out, part])
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new UserError(`${path} already exists. Nothing was written.`);
  await work.prove();
  try {
    await mkdir(join(part, 'frameworks'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(`${part} cannot be created.`, { cause: error });
  }
  try {
    const report = await fill(work, request, part);
    await rename(part, out);
    return report;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function fill(work: EvidenceWork, request: EvidenceRequest, part: string): Promise<EvidenceReport> {
  const { tenant, period, madeAtMs, version } = request;
  // It has threads of its own, so that it runs while records are exported and counted.
  const verifying = work.verify();
  const collecting = async () => {
    const bundle = (await work.exportBundle?.(join(part, 'records.jsonl'))) ?? null;
    return { bundle, collected: await collectInto(work, request, { part, verified: verifying }) };
  };
  const [done, outcome] = await Promise.allSettled([collecting(), verifying]);
  if (done.status === 'rejected') throw done.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  const [{ bundle, collected }, verified] = [done.value, outcome.value];
  const frameworks = request.frameworks.map((name) =>
    assessFramework(readFramework(name), collected.figures),
  );
  const verifierKey = formatVerifierKey(await work.verifierKey());
  const pack: PackFacts = {
    ...{ tenantId: tenant.tenantId, tenantName: tenant.name, version },
    ...{ from: formatTime(period.fromMs), until: formatTime(period.untilMs), madeAt: formatTime(madeAtMs) },
    ...{ isVerified: verified.report !== null && verified.fault === null, fault: verified.fault },
    ...{ records: bundle?.records ?? null, verifierKey },
  };
  const write = (path: string, text: string) =>
    writeFile(join(part, path), text, { mode: 0o600, flag: 'wx' });
  await write('evidence.json', toJson(evidenceToWire({ pack, ...collected, frameworks })));
  for (const one of frameworks) await write(`frameworks/${one.framework}.json`, toJson(frameworkToWire(one)));
  await write('index.html', writeDocument({ pack, ...collected, frameworks }));
  const signed = await signFolder(work, request, { part, pack });
  const numberOf = (wanted: string) =>
    Number(collected.figures.find(({ key }) => key === wanted)?.value ?? Number.NaN);
  const [unplanned, models, records] = ['unplanned', 'models', 'records'].map((name) =>
    numberOf(`outages.${name}`),
  ) as [number, number, number];
  return {
    ...{
      tenantId: tenant.tenantId,
      folder: request.out,
      messages: numberOf('messages.total'),
      records: pack.records,
      frameworks,
    },
    outages: Number.isNaN(unplanned) ? null : { unplanned, models, records },
    ...{ isVerified: pack.isVerified, fault: pack.fault, ...signed },
  };
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const eventColumns: Parameters<typeof writeTable<ReadEvent>>[0] = {
  leaf_index: ({ leafIndex }) => leafIndex,
  occurred_at: ({ entry }) => entry.time,
  kind: ({ entry }) => entry.kind,
  action: ({ entry }) => entry.state,
  subject: ({ entry }) => entry.subject,
  actor: ({ entry }) => entry.actor,
  details: ({ entry }) => entry.details.map(([name, value]) => `${name}=${value}`).join('; '),
  leaf_hash: ({ leafHash }) => leafHash,
};

/** Counts, and writes the events of the period beside. */
async function collectInto(
  { data: { store }, onStep }: EvidenceWork,
  { tenant, period, madeAtMs }: EvidenceRequest,
  { part, verified }: { readonly part: string; readonly verified: ReturnType<EvidenceWork['verify']> },
): Promise<CollectedEvidence> {
  const file = await open(join(part, 'events.csv'), 'wx', 0o600);
  try {
    await file.write(writeTable(eventColumns, [], { hasHead: true }));
    return await collectEvidence(store, tenant.tenantId, period, {
      ...{ verified, nowMs: madeAtMs },
      onEvents: async (events) => {
        await file.write(writeTable(eventColumns, events, { hasHead: false }));
      },
      onProgress: (messages) => onStep('counting', messages, null),
    });
  } finally {
    await file.close();
  }
}

/** Hashes all files, puts the hash of the hashes on the log, and signs it with the key of the log. */
async function signFolder(
  { data }: EvidenceWork,
  { tenant: { tenantId }, actor, madeAtMs, frameworks }: EvidenceRequest,
  { part, pack }: { readonly part: string; readonly pack: PackFacts },
): Promise<{ readonly files: number; readonly sha256: string; readonly leafIndex: number }> {
  const paths = await listFiles(part);
  const sums = await Promise.all(
    paths.map(async (path) => ({ path, sha256: await hashFile(join(part, path)) })),
  );
  const text = formatSums(sums);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(join(part, sumsFile), text, { mode: 0o600, flag: 'wx' });
  const { leafIndex } = await noteEvidence(data.store.log, tenantId, {
    ...{ kind: 'access', subject: '', state: 'exported', actor, atMs: madeAtMs },
    details: [
      ['what', 'evidence'],
      ['records', String(pack.records ?? 0)],
      ['from', pack.from],
      ['until', pack.until],
      ['frameworks', frameworks.join(' ')],
      ['sha256', sha256],
    ],
  });
  const origin = evidenceOrigin(tenantId);
  const note = await signEvidence(data.logKey, { origin, sha256, leafIndex, verifierKey: pack.verifierKey });
  await writeFile(join(part, signatureFile), note, { mode: 0o600, flag: 'wx' });
  return { files: sums.length + 2, sha256, leafIndex };
}

async function noteEvidence(
  log: DataFolder['store']['log'],
  tenantId: TenantId,
  event: Parameters<typeof log.append>[1][number],
): Promise<LogPlace> {
  const [entry] = await log.append(tenantId, [event]);
  if (entry === undefined) throw new Error('the log did not return the entry that was appended');
  return entry;
}

/** Relative, in order. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
