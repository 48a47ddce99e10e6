import { systemClock, type TenantId, UserError } from '@avow/foundation';
import type { Checkpointer, LogSigner } from '@avow/ledger';
import {
  createAnchorFeed,
  createCheckpointer,
  createFolderAnchor,
  createLogSigner,
  describeForks,
  listKeyChanges,
} from '@avow/ledger';
import type { VerifierKey } from '@avow/ledger-log/notes';
import type { Config } from '../config/load-config.ts';
import { type LogKeys, readLogKeys, readVerifierKey } from '../features/log/log-keys.ts';
import type { DataFolder } from './open-data-folder.ts';

/** How long to wait for the anchor folder to store the checkpoint. */
const anchorsGraceMs = 5000;

export interface CommandLog {
  readonly signer: LogSigner;
  readonly checkpointer: Checkpointer;
  /** The key that verifies checkpoints of a tenant's log. Throws if another key signed the newest one. */
  verifierKey(tenantId: TenantId): Promise<VerifierKey>;
  /** All keys of a log, oldest first. `outside`: the size is larger than the newest checkpoint. */
  keys(tenantId: TenantId, size: number | null): Promise<LogKeys | 'outside'>;
  /** Throws if a log is forked, as the start of the service does: nothing is appended to such a log. */
  prove(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the logs for a command, with or without a service that runs. */
export function openCommandLog(
  { anchorDir }: Pick<Config, 'anchorDir'>,
  data: Pick<DataFolder, 'store' | 'logKey'>,
): CommandLog {
  const signer = createLogSigner(data.logKey, (tenantId) => listKeyChanges(data.store.log, tenantId));
  const anchor = createAnchorFeed({
    ...{ anchor: createFolderAnchor(anchorDir), signer },
    // The service offers the checkpoint again.
    onFailure: () => undefined,
  });
  const checkpointer = createCheckpointer({
    ...{ store: data.store.log, signer, anchors: [anchor], clock: systemClock },
    onFork: (fork) => {
      throw new UserError(describeForks([fork]));
    },
    onFailure: () => undefined,
  });
  return {
    ...{ signer, checkpointer },
    verifierKey: (tenantId) => readVerifierKey({ logKey: data.logKey, log: data.store.log }, tenantId),
    keys: (tenantId, size) => readLogKeys({ store: data.store.log, signer, checkpointer }, tenantId, size),
    prove: async () => void (await checkpointer.checkAll()),
    close: () => anchor.close(anchorsGraceMs),
  };
}
