import type { Clock } from '../clock/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { AuditLog } from '../interfaces/audit-log.ts';
import { type AnchorFeed, createAnchorFeed } from '../ledger/anchors/create-anchor-feed.ts';
import { createFolderAnchor } from '../ledger/anchors/create-folder-anchor.ts';
import { createWebAnchor } from '../ledger/anchors/create-web-anchor.ts';
import { createAuditLog } from '../ledger/create-audit-log.ts';
import { createCheckpointer } from '../ledger/create-checkpointer.ts';
import { createLogSigner, type LogSigner } from '../ledger/create-log-signer.ts';
import { startCheckpoints } from '../ledger/start-checkpoints.ts';
import type { Log } from '../log/create-log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { DataFolder } from './open-data-folder.ts';

/** The logs of all tenants: what is shown of them, and the signing that goes on behind it. */
export interface ComposedLedger {
  readonly auditLog: AuditLog;
  /** Before anything is written. Refuses, with an error for the operator, where a log is forked. */
  start(): Promise<void>;
  /** Signs what is left where it was started, and gives anchors a while to take it. */
  close(): Promise<void>;
}

export interface LedgerParts {
  readonly config: Pick<Config, 'anchorDir' | 'anchorUrl' | 'checkpointEveryMs'>;
  readonly data: Pick<DataFolder, 'store' | 'logKey'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a stop waits for anchors. */
const anchorsGraceMs = 5000;

export function composeLedger(
  parts: LedgerParts,
  also: {
    readonly metrics: Pick<Metrics, 'countAnchorFailure' | 'noteSigned'>;
    /** A log contradicts what was signed of it: nothing may be written from now on. */
    readonly onFork: () => void;
  },
): ComposedLedger {
  const { config, clock, log } = parts;
  const { log: store, records } = parts.data.store;
  const signer = createLogSigner(parts.data.logKey);
  const anchors = openAnchors(parts, signer, also.metrics);
  const checkpointer = createCheckpointer({
    ...{ store, signer, anchors, clock },
    onFork: ({ tenantId, knownBy, signedSize, size, kind }) => {
      const facts = { tenant_id: tenantId, known_by: knownBy, signed_size: signedSize, size, kind };
      log.fatal(facts, 'the log contradicts what was signed of it: nothing more is written');
      also.onFork();
    },
    onFailure: (tenantId, error) =>
      log.error({ tenant_id: tenantId, err: error }, 'a checkpoint could not be signed'),
  });
  let stop: () => Promise<void> = async () => undefined;
  return {
    auditLog: createAuditLog({ store, records, signer, checkpointer }),
    start: async () => {
      stop = await startCheckpoints({
        ...{ checkpointer, everyMs: config.checkpointEveryMs },
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
  { config, log }: LedgerParts,
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
