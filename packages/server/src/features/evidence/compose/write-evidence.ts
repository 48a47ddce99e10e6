import { createHash } from 'node:crypto';
import { formatTime } from '@avow/contract/values';
import type { ExportId, TenantId } from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { writeTable } from '../../../http/write-table.ts';
import { purposeDetail } from '../../log/log.ts';
import { writeDocument } from '../document/write-document.ts';
import { type CollectedEvidence, collectEvidence } from '../evidence.ts';
import type { EvidencePeriod, ReadEvent } from '../evidence-sources.ts';
import type { Verified } from '../figures/describe-installation.ts';
import { type AssessedFramework, assessFramework } from '../frameworks/assess-framework.ts';
import { type FrameworkName, readFramework } from '../frameworks/framework.ts';
import { type PackFiles, writeText } from '../pack-files.ts';
import { signEvidence } from '../sign-evidence.ts';
import { evidenceOrigin, formatSums, signatureFile, sumsFile } from '../sums.ts';
import { evidenceToWire, frameworkToWire, type PackFacts } from '../wire.ts';

export interface EvidenceOrder {
  readonly tenant: { readonly tenantId: TenantId; readonly name: string };
  readonly period: EvidencePeriod;
  readonly frameworks: readonly FrameworkName[];
  readonly version: string;
  readonly madeAtMs: number;
  readonly actor: string;
  /** Over HTTP. */
  readonly exportId: ExportId | null;
}

export interface EvidenceWork {
  readonly data: Pick<DataFolder, 'store' | 'logKey'>;
  /** Verifies the records and the log of the tenant. */
  verify(): Promise<Omit<Verified, 'entries'>>;
  readonly files: PackFiles;
  /** Of the log. */
  verifierKey(): Promise<string>;
  onStep(step: 'verifying' | 'exporting' | 'counting', done: number, total: number | null): void;
}

export interface EvidenceReport {
  readonly tenantId: TenantId;
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

/** Writes the files of a pack. The last is the signature, once the hash of all others is on the log. */
export async function writeEvidence(work: EvidenceWork, request: EvidenceOrder): Promise<EvidenceReport> {
  const { tenant, period, madeAtMs, version } = request;
  const { files } = work;
  // It has threads of its own, so that it runs while records are exported and counted.
  const verifying = work.verify();
  const collecting = async () => {
    const bundle = (await files.addBundle?.()) ?? null;
    return { bundle, collected: await collectInto(work, request, verifying) };
  };
  const [done, outcome] = await Promise.allSettled([collecting(), verifying]);
  if (done.status === 'rejected') throw done.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  const [{ bundle, collected }, verified] = [done.value, outcome.value];
  const frameworks = request.frameworks.map((name) =>
    assessFramework(readFramework(name), collected.figures),
  );
  const pack: PackFacts = {
    ...{ tenantId: tenant.tenantId, tenantName: tenant.name, version },
    ...{ from: formatTime(period.fromMs), until: formatTime(period.untilMs), madeAt: formatTime(madeAtMs) },
    ...{ isVerified: verified.report !== null && verified.fault === null, fault: verified.fault },
    ...{ records: bundle?.records ?? null, verifierKey: await work.verifierKey() },
  };
  const write = (path: string, text: string) => writeText(files, path, text);
  await write('evidence.json', toJson(evidenceToWire({ pack, ...collected, frameworks })));
  for (const one of frameworks) await write(`frameworks/${one.framework}.json`, toJson(frameworkToWire(one)));
  await write('index.html', writeDocument({ pack, ...collected, frameworks }));
  const signed = await signPack(work, request, pack);
  const numberOf = (wanted: string) =>
    Number(collected.figures.find(({ key }) => key === wanted)?.value ?? Number.NaN);
  const [unplanned, models, records] = ['unplanned', 'models', 'records'].map((name) =>
    numberOf(`outages.${name}`),
  ) as [number, number, number];
  return {
    ...{ tenantId: tenant.tenantId, messages: numberOf('messages.total'), records: pack.records, frameworks },
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
  { data: { store }, files, onStep }: EvidenceWork,
  { tenant, period, madeAtMs }: EvidenceOrder,
  verified: ReturnType<EvidenceWork['verify']>,
): Promise<CollectedEvidence> {
  const file = await files.create('events.csv');
  const append = (events: readonly ReadEvent[], hasHead: boolean) =>
    file.append(Buffer.from(writeTable(eventColumns, events, { hasHead })));
  try {
    await append([], true);
    return await collectEvidence(store, tenant.tenantId, period, {
      ...{ verified, nowMs: madeAtMs },
      onEvents: (events) => append(events, false),
      onProgress: (messages) => onStep('counting', messages, null),
    });
  } finally {
    await file.end();
  }
}

/** Lists the hashes of all files, puts the hash of the list on the log, and signs it with the key of the log. */
async function signPack(
  { data, files }: EvidenceWork,
  { tenant: { tenantId }, actor, madeAtMs, frameworks, exportId }: EvidenceOrder,
  pack: PackFacts,
): Promise<{ readonly files: number; readonly sha256: string; readonly leafIndex: number }> {
  const sums = files.sums();
  const text = formatSums(sums);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeText(files, sumsFile, text);
  const { leafIndex } = await noteEvidence(data.store.log, tenantId, {
    ...{ kind: 'access', subject: '', state: 'exported', actor, atMs: madeAtMs },
    details: [
      ['what', 'evidence'],
      ['records', String(pack.records ?? 0)],
      ['from', pack.from],
      ['until', pack.until],
      ['frameworks', frameworks.join(' ')],
      ['sha256', sha256],
      ...(exportId === null ? [] : [['export', exportId] as const]),
      ...purposeDetail(),
    ],
  });
  const origin = evidenceOrigin(tenantId);
  const note = await signEvidence(data.logKey, { origin, sha256, leafIndex, verifierKey: pack.verifierKey });
  await writeText(files, signatureFile, note);
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
