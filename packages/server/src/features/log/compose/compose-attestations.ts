import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Log } from '@avow/foundation/log';
import {
  type AttestationSource,
  type Attestor,
  createAttester,
  createTimeStamper,
  createWitnessClient,
} from '@avow/ledger';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import { verifyEd25519 } from '../../../secrets/verify-ed25519.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { readOthers } from './read-others.ts';

export type AttestationConfig = Pick<
  Config,
  'timeStampUrls' | 'timeStampRootsFile' | 'timeStampEveryMs' | 'witnessPolicyFile' | 'witnessEveryMs'
>;

export interface ComposedAttestations {
  /** Who is asked. */
  readonly sources: readonly AttestationSource[];
  start(): void;
  /** Waits until the request under way has ended, if it has started. What is due is asked for at the next start. */
  close(): Promise<void>;
}

/** How often it is looked for what is due. */
const roundEveryMs = 2000;
/** How long a stop waits for an answer. */
const graceMs = 3000;

/** Has the checkpoints of all logs attested by others, in the background. Nothing waits for it. */
export async function composeAttestations(
  parts: {
    readonly config: AttestationConfig;
    readonly data: Pick<DataFolder, 'store' | 'nodes'>;
    readonly clock: Clock;
    readonly log: Log;
  },
  metrics: Pick<Metrics, 'countAttestationFailure' | 'noteAttested'>,
): Promise<ComposedAttestations> {
  const { data, clock, log } = parts;
  const attestors = await listAttestors(parts.config, clock);
  const closing = new AbortController();
  const attester = createAttester({
    signal: closing.signal,
    ...{ log: data.store.log, attestations: data.store.attestations, attestors, clock },
    onFailure: ({ kind, source }, tenantId, failure) => {
      metrics.countAttestationFailure({ source, reason: failure.code });
      const facts = { kind, source, tenant_id: tenantId, reason: failure.code, err: failure };
      // Somebody else has seen another log: the operator has to find out why.
      if (failure.code === 'contradicted') log.error(facts, 'a witness contradicts the log');
      else log.warn(facts, 'a checkpoint could not be attested');
    },
    onAttested: ({ source }) => metrics.noteAttested(source, clock.nowMs()),
  });
  let stop: () => Promise<void> = async () => undefined;
  const round = async () => {
    try {
      if (await data.nodes.isElected('attestations')) await attester.attestDue();
    } catch (error) {
      log.warn({ err: error }, 'what is to be attested could not be read');
    }
  };
  return {
    sources: attestors.map(({ kind, source }) => ({ kind, source })),
    start: () => {
      if (attestors.length === 0) return;
      // Otherwise nobody would notice a source that has never worked.
      for (const { source } of attestors) metrics.noteAttested(source, clock.nowMs());
      stop = repeat(roundEveryMs, round);
    },
    close: async () => {
      closing.abort();
      await Promise.race([stop(), sleep(graceMs, undefined, { ref: false })]);
    },
  };
}

async function listAttestors(config: AttestationConfig, clock: Clock): Promise<readonly Attestor[]> {
  const { policy, roots } = await readOthers({
    policyFile: config.witnessPolicyFile,
    rootsFile: config.timeStampRootsFile,
  });
  const stampers = config.timeStampUrls.map((url) =>
    createTimeStamper({ url, roots, everyMs: config.timeStampEveryMs, clock }),
  );
  const clients = (policy?.witnesses ?? []).flatMap(({ url, key }) =>
    url === null
      ? []
      : [createWitnessClient({ url, key, everyMs: config.witnessEveryMs, clock, verify: verifyEd25519 })],
  );
  return [...stampers, ...clients];
}
