import { systemClock } from '../clock/clock.ts';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import { createAnchorFeed } from '../ledger/anchors/create-anchor-feed.ts';
import { createFolderAnchor } from '../ledger/anchors/create-folder-anchor.ts';
import { type Checkpointer, createCheckpointer } from '../ledger/create-checkpointer.ts';
import { createLogSigner, type LogSigner } from '../ledger/create-log-signer.ts';
import { describeForks } from '../ledger/fork.ts';
import type { DataFolder } from './open-data-folder.ts';

/** How long the folder of anchors is given to take the checkpoint. */
const anchorsGraceMs = 5000;

export interface LogBeside {
  readonly signer: LogSigner;
  readonly checkpointer: Checkpointer;
  /** Throws where a log is forked, as a start does: a command appends nothing to such a log either. */
  prove(): Promise<void>;
  close(): Promise<void>;
}

/** The logs as a command works on them, beside a service or without one. */
export function openLogBeside(
  { anchorDir }: Pick<Config, 'anchorDir'>,
  data: Pick<DataFolder, 'store' | 'logKey'>,
): LogBeside {
  const signer = createLogSigner(data.logKey);
  const anchor = createAnchorFeed({
    ...{ anchor: createFolderAnchor(anchorDir), signer },
    // It is offered again by whoever serves.
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
    prove: async () => void (await checkpointer.checkAll()),
    close: () => anchor.close(anchorsGraceMs),
  };
}
