import type { Clock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import {
  type AnchorFeed,
  type Checkpointer,
  createAnchorFeed,
  createCheckpointer,
  createFolderAnchor,
  createLogSigner,
  createWebAnchor,
  type LogSigner,
  listKeyChanges,
  startCheckpoints,
} from '@avow/ledger';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { type AuditLog, createAuditLog } from '../log.ts';

/** The logs of all tenants, and the signing of their checkpoints in the background. */
export interface ComposedLedger {
  readonly auditLog: AuditLog;
  readonly checkpointer: Checkpointer;
  /** Must be called before anything is written. Throws an error for the operator if a log is forked. */
  start(): Promise<void>;
  /** Signs what is left if it was started, and waits a while for the anchors. */
  close(): Promise<void>;
}

export interface LedgerOptions {
  readonly config: Pick<Config, 'anchorDir' | 'anchorUrl' | 'checkpointEveryMs'>;
  readonly data: Pick<DataFolder, 'store' | 'logKey' | 'nodes'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a stop waits for anchors. */
const anchorsGraceMs = 5000;

export function composeLedger(
  parts: LedgerOptions,
  also: {
    readonly metrics: Pick<Metrics, 'countAnchorFailure' | 'noteSigned'>;
    /** A log contradicts its signed checkpoint: nothing may be written from now on. */
    readonly onFork: () => void;
  },
): ComposedLedger {
  const { config, clock, log } = parts;
  const { log: store, reasons, records } = parts.data.store;
  const signer = createLogSigner(parts.data.logKey, (tenantId) => listKeyChanges(store, tenantId));
  const anchors = openAnchors(parts, signer, also.metrics);
  const checkpointer = createCheckpointer({
    ...{ store, signer, anchors, clock },
    onFork: ({ tenantId, knownBy, signedSize, size, kind }) => {
      const facts = { tenant_id: tenantId, known_by: knownBy, signed_size: signedSize, size, kind };
      log.fatal(facts, 'the log contradicts a signed checkpoint: writing has stopped');
      also.onFork();
    },
    onFailure: (tenantId, error) =>
      log.error({ tenant_id: tenantId, err: error }, 'a checkpoint could not be signed'),
  });
  let stop: () => Promise<void> = async () => undefined;
  return {
    auditLog: createAuditLog({ store, reasons, records, signer, checkpointer }),
    checkpointer,
    start: async () => {
      stop = await startCheckpoints({
        ...{ checkpointer, everyMs: config.checkpointEveryMs },
        isElected: () => parts.data.nodes.isElected('checkpoints'),
        onSigned: () => also.metrics.noteSigned(clock.nowMs()),
        onFailure: (error) => log.error({ err: error }, 'checkpoints could not be signed'),
      });
    },
    close: async () => {
      await stop();
      await Promise.all(anchors.map((anchor) => anchor.close(anchorsGraceMs)));
    },
  };
}

function openAnchors(
  { config, log }: LedgerOptions,
  signer: LogSigner,
  metrics: Pick<Metrics, 'countAnchorFailure'>,
): readonly AnchorFeed[] {
  const onFailure = (anchor: string, error: unknown) => {
    metrics.countAnchorFailure(anchor);
    log.warn({ anchor, err: error }, 'an anchor failed');
  };
  const { anchorDir, anchorUrl } = config;
  return [
    createFolderAnchor(anchorDir),
    ...(anchorUrl === null ? [] : [createWebAnchor({ url: anchorUrl })]),
  ].map((anchor) => createAnchorFeed({ anchor, signer, onFailure }));
}
