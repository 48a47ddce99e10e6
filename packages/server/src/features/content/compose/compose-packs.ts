import type { DocumentParser } from '@avow/documents';
import { packLimits } from '../../../limits/pack-limits.ts';
import { composeLoading, type LoadingSetup } from '../../loading/compose/compose-loading.ts';
import {
  composePublications,
  type PublicationSetup,
} from '../../publication/compose/compose-publications.ts';
import type { IndexSharing } from '../../publication/compose/share-index.ts';
import type { ContentPacks } from '../content.ts';
import { createContentPacks } from '../create-content-packs.ts';

export interface PackSetup
  extends Pick<PublicationSetup, 'encoder' | 'classifier' | 'screened' | 'clock' | 'onServed' | 'onRepaired'>,
    Pick<LoadingSetup, 'fetchDocument' | 'sourceAccess' | 'checkGate' | 'versionsKept'> {
  readonly data: PublicationSetup['data'] & LoadingSetup['data'];
  /** Null: no other node shares the records. */
  readonly sharing: Pick<IndexSharing, 'onKept' | 'pull'> | null;
  readonly openParser: () => DocumentParser;
  /** Called if background work fails. */
  readonly onFailure: (error: unknown, about: Readonly<Record<string, string | number>>) => void;
}

/** Its syncs run nothing until they are started or asked to. */
export interface ComposedPacks
  extends ReturnType<typeof composeLoading>,
    Pick<ReturnType<typeof composePublications>, 'packSearch' | 'screenNow'> {
  readonly packs: ContentPacks;
  readonly parser: DocumentParser;
  /** Jobs stop at their next step, and are resumed at the next start. */
  close(): Promise<void>;
}

/** Content packs, for the service and for the command line alike. */
export function composePacks(setup: PackSetup): ComposedPacks {
  const { data, sharing, onFailure } = setup;
  const { search, tryPackLock } = data;
  const { content, jobs } = data.store;
  const { nowMs } = setup.clock;
  const limits = { ...packLimits, versionsKept: setup.versionsKept };
  const parser = setup.openParser();
  const { publications, packSearch, screenNow, embedBeforeServing } = composePublications({
    ...{ ...setup, parser },
    onFailure: (error, { packId, version }) => onFailure(error, { pack_id: packId, version }),
  });
  const loading = composeLoading({
    ...{ ...setup, search, parser, limits, nowMs },
    ...(sharing === null ? {} : { onKept: shareKept(sharing, onFailure) }),
    ...(embedBeforeServing === null ? {} : { embedBeforeServing }),
    onFailure: (error, { jobId, sourceId }) =>
      onFailure(error, {
        ...(jobId === undefined ? {} : { job_id: jobId }),
        ...(sourceId === undefined ? {} : { source_id: sourceId }),
      }),
  });
  const { runner, syncs } = loading;
  return {
    ...loading,
    ...{ packSearch, screenNow, parser },
    packs: createContentPacks({
      ...{ content, jobs, search, runner, publications, tryPackLock, limits, nowMs },
    }),
    close: async () => {
      // A sync waits for its job, which stops with the runner.
      await Promise.all([syncs.close(), runner.stop(), packSearch.stop()]);
      await parser.close();
    },
  };
}

/** What is published is durable: what is not shared, other nodes build themselves. */
function shareKept({ onKept }: Pick<IndexSharing, 'onKept'>, onFailure: PackSetup['onFailure']) {
  return async (...[tenantId, packId, versions]: Parameters<IndexSharing['onKept']>): Promise<void> =>
    onKept(tenantId, packId, versions).catch((error: unknown) => onFailure(error, { pack_id: packId }));
}
