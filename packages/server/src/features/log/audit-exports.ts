import { auditExportLimits, type exportSelections } from '@avow/contract/records';
import type { CallerId, Clock, ExportId, TenantId } from '@avow/foundation';
import { AppError, newId, UserError } from '@avow/foundation';
import { coversGroups, type ReaderGroups } from '../records/records.ts';
import type { ExportContent, ExportFile, ExportRequest, ExportRun, FileReport } from './export-run.ts';
import type { FileRelay } from './relay-file.ts';

/** An export as it is shown. It names nobody: nodes pass it on to each other. */
export interface AuditExport {
  readonly exportId: ExportId;
  readonly status: 'running' | 'ready' | 'failed' | 'withdrawn';
  readonly selection: (typeof exportSelections)[number];
  readonly progress: { readonly done: number; readonly total: number };
  readonly report: (FileReport & { readonly bytes: number }) | null;
  readonly createdAtMs: number;
  readonly createdBy: CallerId;
  /** The groups that its maker could name: it is there for those who may name all of them. */
  readonly readableBy: ReaderGroups;
  readonly endedAtMs: number | null;
  readonly failure: string | null;
}

export interface AuditExportsOptions {
  readonly clock: Clock;
  readonly run: (request: ExportRequest) => ExportRun;
  /** Asks all other nodes; each answers by `answer`. */
  readonly consult: (question: string) => Promise<readonly string[]>;
  readonly relay: FileRelay;
  /** Called for unexpected failures. */
  readonly onFailure: (error: unknown, exportId: ExportId) => void;
}

/** Who has records exported. */
interface ExportMaker {
  readonly callerId: CallerId;
  readonly groups: ReaderGroups;
}

/** An export that somebody asks for. */
export interface ExportPlace {
  readonly tenantId: TenantId;
  readonly exportId: ExportId;
  readonly reader: ReaderGroups;
}

/** Exports of records, each run by one node and known to all. */
export interface AuditExports {
  start(tenantId: TenantId, content: ExportContent, by: ExportMaker): Promise<AuditExport>;
  /** Newest first. */
  list(tenantId: TenantId, reader: ReaderGroups): Promise<readonly AuditExport[]>;
  get(place: ExportPlace): Promise<AuditExport | null>;
  /** Throws if it is not ready; null: there is no such export. */
  file(place: ExportPlace): Promise<ExportFile | null>;
  delete(place: ExportPlace): Promise<boolean>;
  /** Content of the tenant is being erased: what this node has exported of it is deleted. */
  withdraw(tenantId: TenantId): Promise<void>;
  /** The answer to what another node asks. */
  answer(question: string): Promise<string>;
  /** Deletes what has been ready for long enough. */
  sweep(): void;
  close(): Promise<void>;
}

interface Tracked {
  readonly tenantId: TenantId;
  readonly run: ExportRun;
  shown: AuditExport;
  file: ExportFile | null;
  ended: Promise<void>;
}

/** For all tenants together: each reads the whole log of its tenant. */
const runningMax = 2;
const retryAfterSeconds = 5;
const keptMs = auditExportLimits.keptMinutes * 60_000;

type Question = readonly [
  kind: 'list' | 'delete' | 'read',
  tenantId: TenantId,
  exportId: ExportId | null,
  request?: string,
];

export function expiresAtMsOf({ endedAtMs }: AuditExport): number | null {
  return endedAtMs === null ? null : endedAtMs + keptMs;
}

const isArchive = ({ selection }: AuditExport) => selection === 'evidence';

export function createAuditExports(parts: AuditExportsOptions): AuditExports {
  const { clock } = parts;
  const tracked = new Map<ExportId, Tracked>();
  /** Before their first entry: two requests must not both pass the limits. */
  const starting = new Set<TenantId>();
  const mine = (tenantId: TenantId) => [...tracked.values()].filter((one) => one.tenantId === tenantId);
  const find = (tenantId: TenantId, exportId: ExportId): Tracked | null => {
    const found = tracked.get(exportId);
    return found?.tenantId === tenantId ? found : null;
  };

  async function listAll(tenantId: TenantId): Promise<readonly AuditExport[]> {
    sweep();
    const elsewhere = await parts.consult(JSON.stringify(['list', tenantId, null] satisfies Question));
    const here = mine(tenantId).map(({ shown }) => shown);
    return [...here, ...elsewhere.flatMap((answer): AuditExport[] => JSON.parse(answer))].sort(
      (one, other) => (one.exportId < other.exportId ? 1 : -1),
    );
  }

  async function listFor(tenantId: TenantId, reader: ReaderGroups): Promise<readonly AuditExport[]> {
    return (await listAll(tenantId)).filter((one) => coversGroups(reader, one.readableBy));
  }

  async function getFor({ tenantId, exportId, reader }: ExportPlace): Promise<AuditExport | null> {
    const here = find(tenantId, exportId)?.shown;
    if (here !== undefined) return coversGroups(reader, here.readableBy) ? here : null;
    return (await listFor(tenantId, reader)).find((one) => one.exportId === exportId) ?? null;
  }

  async function discard(one: Tracked): Promise<void> {
    one.file = null;
    await one.run.discard();
  }

  function sweep(): void {
    for (const [exportId, one] of tracked) {
      if ((expiresAtMsOf(one.shown) ?? Number.POSITIVE_INFINITY) > clock.nowMs()) continue;
      tracked.delete(exportId);
      discard(one).catch((error: unknown) => parts.onFailure(error, exportId));
    }
  }

  /** What was withdrawn meanwhile stays so. */
  async function follow(one: Tracked): Promise<void> {
    const end = (changes: Partial<AuditExport>) => {
      if (one.shown.status === 'running') one.shown = { ...one.shown, ...changes, endedAtMs: clock.nowMs() };
    };
    const { exportId } = one.shown;
    try {
      const { report, file } = await one.run.ended;
      if (one.shown.status !== 'running') return;
      one.file = { exportId, isArchive: isArchive(one.shown), ...file };
      end({ status: 'ready', report: { ...report, bytes: file.bytes } });
    } catch (error) {
      if (one.shown.status !== 'running') return;
      const isExpected = error instanceof UserError;
      if (!isExpected) parts.onFailure(error, exportId);
      const failure = isExpected
        ? error.message
        : 'The export failed because of an internal error. See the log of the service.';
      end({ status: 'failed', failure });
    }
  }

  function begin(tenantId: TenantId, content: ExportContent, { callerId, groups }: ExportMaker): AuditExport {
    const nowMs = clock.nowMs();
    const exportId = newId('exp', nowMs);
    const onProgress = (done: number, total: number) => {
      one.shown = { ...one.shown, progress: { done, total } };
    };
    const one: Tracked = {
      ...{ tenantId, file: null },
      run: parts.run({ exportId, tenantId, content, readableBy: groups, actor: callerId, onProgress }),
      shown: {
        ...{ exportId, status: 'running', progress: { done: 0, total: 0 } },
        selection: content.kind === 'records' ? content.scope.kind : content.kind,
        ...{ report: null, createdAtMs: nowMs, createdBy: callerId, endedAtMs: null, failure: null },
        readableBy: groups,
      },
      ended: Promise.resolve(),
    };
    tracked.set(exportId, one);
    one.ended = follow(one);
    return one.shown;
  }

  function fileElsewhere(tenantId: TenantId, shown: AuditExport): ExportFile {
    const { exportId, report } = shown;
    const ask = async (request: string) => {
      const question: Question = ['read', tenantId, exportId, request];
      return (await parts.consult(JSON.stringify(question))).find((answer) => answer !== '') ?? null;
    };
    const open: ExportFile['open'] = (range) => parts.relay.open(exportId, range, ask);
    return { exportId, isArchive: isArchive(shown), bytes: report?.bytes ?? 0, open };
  }

  async function deleteHere(tenantId: TenantId, exportId: ExportId): Promise<boolean> {
    const found = find(tenantId, exportId);
    if (found === null) return false;
    found.shown = { ...found.shown, status: 'withdrawn' };
    tracked.delete(exportId);
    await discard(found);
    return true;
  }

  return {
    start: async (tenantId, content, by) => {
      const running = [...tracked.values()].filter(({ shown }) => shown.status === 'running');
      if (running.length + starting.size >= runningMax) throw busyError('Other exports are running.');
      if (starting.has(tenantId)) throw busyError('A tenant can run one export at a time.');
      starting.add(tenantId);
      try {
        const all = await listAll(tenantId);
        if (all.some(({ status }) => status === 'running'))
          throw busyError('A tenant can run one export at a time.');
        const { readyMax } = auditExportLimits;
        if (all.filter(({ status }) => status === 'ready').length >= readyMax)
          throw new AppError('invalid_state', {
            detail: `A tenant can have ${readyMax} exports that are ready. Delete one first.`,
          });
        return begin(tenantId, content, by);
      } finally {
        starting.delete(tenantId);
      }
    },
    list: listFor,
    get: getFor,
    file: async (place) => {
      sweep();
      const shown = await getFor(place);
      if (shown === null) return null;
      if (shown.status !== 'ready')
        throw new AppError('invalid_state', {
          detail:
            shown.status === 'withdrawn'
              ? 'Content of the tenant was erased since, so that the file is deleted. Export again.'
              : `The export is ${shown.status}: there is nothing to download.`,
        });
      return find(place.tenantId, place.exportId)?.file ?? fileElsewhere(place.tenantId, shown);
    },
    delete: async (place) => {
      if ((await getFor(place)) === null) return false;
      const { tenantId, exportId } = place;
      if (await deleteHere(tenantId, exportId)) return true;
      const answers = await parts.consult(JSON.stringify(['delete', tenantId, exportId] satisfies Question));
      return answers.includes('true');
    },
    withdraw: async (tenantId) => {
      const kept = mine(tenantId).filter(
        ({ shown }) => shown.status === 'running' || shown.status === 'ready',
      );
      for (const one of kept)
        one.shown = { ...one.shown, status: 'withdrawn', report: null, endedAtMs: clock.nowMs() };
      await Promise.all(kept.map(discard));
    },
    answer: async (question) => {
      const [kind, tenantId, exportId, request = '']: Question = JSON.parse(question);
      if (kind === 'list') return JSON.stringify(mine(tenantId).map(({ shown }) => shown));
      if (kind === 'read') {
        const file = exportId === null ? null : find(tenantId, exportId)?.file;
        return file == null ? '' : await parts.relay.answer(file.exportId, request, file.open);
      }
      return String(exportId !== null && (await deleteHere(tenantId, exportId)));
    },
    sweep,
    close: async () => {
      const all = [...tracked.values()];
      for (const one of all) one.shown = { ...one.shown, status: 'withdrawn' };
      await Promise.all(all.map(discard));
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

function busyError(detail: string): AppError {
  return new AppError('concurrency_limited', { detail, retryAfterSeconds });
}
