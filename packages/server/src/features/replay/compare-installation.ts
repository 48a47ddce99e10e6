import type { PackVersion, TenantId } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import { readPlaces } from '../log/log.ts';
import type { InstalledRule } from '../rules/rule-store.ts';

/** What the log says that a record was answered by, and this installation has another of. */
export interface InstallationChange {
  readonly kind: 'software' | 'models' | 'settings';
  readonly was: string;
  readonly now: string;
}

export interface ComparedInstallation {
  readonly changes: readonly InstallationChange[];
  /** Versions of packs that the record names, and none of the entries that it rests on. */
  readonly unnamed: readonly PackVersion[];
}

const kinds = ['software', 'models', 'settings'] as const;

/** Compares what a record rests on, by the entries that it names, with what would answer now. */
export async function compareInstallation(
  {
    log,
    installed,
  }: {
    readonly log: Pick<LogStore, 'readEntries'>;
    readonly installed: () => Promise<readonly InstalledRule[]>;
  },
  tenantId: TenantId,
  {
    rules,
    packVersions,
  }: { readonly rules: readonly number[]; readonly packVersions: readonly PackVersion[] },
): Promise<ComparedInstallation> {
  // Records of earlier releases name no entries.
  if (rules.length === 0) return { changes: [], unnamed: [] };
  const entries = (await readPlaces(log, tenantId, rules)).map(({ text }) => parseEntry(text));
  const now = await installed();
  const changes = kinds.flatMap((kind): InstallationChange[] => {
    const was = entries.find((entry) => entry.kind === kind)?.subject;
    const current = now.find((rule) => rule.kind === kind)?.version;
    return was === undefined || current === undefined || was === current ? [] : [{ kind, was, now: current }];
  });
  const unnamed = packVersions.filter((pack) => !entries.some((entry) => namesPack(entry, pack)));
  return { changes, unnamed };
}

function namesPack({ kind, subject, details }: LogEntry, { packId, version }: PackVersion): boolean {
  return kind === 'pack' && subject === packId && new Map(details).get('version') === String(version);
}
