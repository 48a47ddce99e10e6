import { openSourceProcess, SourceFault } from '@avow/connectors';
import type { SourceConnection } from '@avow/contract';
import { checkUrl, createAddressPolicy, FetchFault } from '@avow/documents';
import type { SourceId } from '@avow/foundation';
import type { Config } from '../../../config/load-config.ts';
import { folderLimits } from '../../../limits/pack-limits.ts';
import type { TryPackLock } from '../../../limits/pack-lock.ts';
import type { JobRunner } from '../../jobs/jobs.ts';
import { addressesOf, createSources } from '../create-sources.ts';
import { openFolder } from '../reading/read-folder.ts';
import type { OpenSource, SourceStore } from '../source-store.ts';
import type { ApplySync, Sources } from '../sources.ts';
import { type ApplyDependencies, applySync } from '../sync/apply-sync.ts';
import { createSyncRunner, type SyncRunner, type SyncRunnerDependencies } from '../sync/sync-runner.ts';

/** What the operator allows sources to reach. */
export interface SourceAccess {
  /** For temporary files. */
  readonly directory: string;
  readonly allowPrivateAddresses: boolean;
  /** Sources are only read in processes that the system confines. */
  readonly confinementRequired: boolean;
  readonly folders: readonly string[];
}

export function sourceAccessOf(
  config: Pick<Config, 'confinement' | 'dataDir' | 'fetchPrivateAddresses' | 'sourceFolders'>,
): SourceAccess {
  return {
    directory: config.dataDir,
    allowPrivateAddresses: config.fetchPrivateAddresses === 'on',
    confinementRequired: config.confinement === 'required',
    folders: config.sourceFolders,
  };
}

export interface SourceSetup
  extends Omit<ApplyDependencies, 'directory'>,
    Pick<SyncRunnerDependencies, 'tryLock' | 'jobs'> {
  readonly access: SourceAccess;
  readonly sources: SourceStore;
  readonly tryPackLock: TryPackLock;
  /** The jobs of this process, which are composed with what is composed here. */
  readonly runner: () => JobRunner;
  readonly onFailure: (error: unknown, sourceId: SourceId | null) => void;
}

export interface ComposedSources {
  readonly applySync: ApplySync;
  /** To be called once the runner of jobs exists. */
  start(): { readonly sources: Sources; readonly syncs: SyncRunner };
}

const requestTimeoutMs = 60_000;

export function composeSources(parts: SourceSetup): ComposedSources {
  const { access, sources, content, tryPackLock, nowMs } = parts;
  const { directory } = access;
  const policy = createAddressPolicy(access.allowPrivateAddresses);
  const { allowPrivateAddresses, confinementRequired } = access;
  const { fileBytesMax } = folderLimits;
  const settings = { allowPrivateAddresses, timeoutMs: requestTimeoutMs, fileBytesMax };
  const open = ({ connection, credentials }: OpenSource) =>
    connection.kind === 'folder'
      ? openFolder({ path: connection.path, allowed: access.folders })
      : openSourceProcess({ settings, connection, credentials, confinementRequired });
  return {
    applySync: (tenantId, options) => applySync({ ...parts, directory }, tenantId, options),
    start: () => {
      const runner = parts.runner();
      const syncs = createSyncRunner({ ...parts, directory, runner, openConnector: open });
      return {
        syncs,
        sources: createSources({
          ...{ sources, content, tryPackLock, nowMs, onRequested: syncs.wake },
          refuse: (connection) => refuse(connection, { policy, folders: access.folders }),
        }),
      };
    },
  };
}

/** As far as the settings show: the address is checked again when a connection is made, and the folder when it is read. */
function refuse(
  connection: SourceConnection,
  {
    policy,
    folders,
  }: { readonly policy: ReturnType<typeof createAddressPolicy>; readonly folders: readonly string[] },
): string | null {
  if (connection.kind === 'folder')
    return folders.some((folder) => connection.path === folder || connection.path.startsWith(`${folder}/`))
      ? null
      : 'the folder is not within AVOW_SOURCE_FOLDERS, which the operator sets';
  try {
    for (const url of addressesOf(connection)) checkUrl(url, policy);
    return null;
  } catch (error) {
    if (error instanceof FetchFault || error instanceof SourceFault) return error.message;
    throw error;
  }
}
