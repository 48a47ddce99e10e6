import type { DocumentParser } from '@avow/documents';
import type { Clock, PackId, TenantId } from '@avow/foundation';
import { createInjectionDetector } from '@avow/guardrails';
import type { Encoder, TextClassifier } from '@avow/inference';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { waitForPackLock } from '../../../limits/pack-lock.ts';
import { listServingNodes } from '../../nodes/compose/serving-nodes.ts';
import { createPublications } from '../create-publications.ts';
import { createEmbedBeforeServing, type EmbedBeforeServing } from '../indexing/embed-before-serving.ts';
import { createSelfRepairingSearch, type RepairDependencies } from '../indexing/self-repairing-search.ts';
import type { OpenScreened, Publications, SelfRepairingSearch } from '../publication.ts';
import { createReports } from '../report/report-draft.ts';
import {
  type ScreeningDependencies,
  type ScreenOptions,
  screenDocuments,
} from '../screening/screen-documents.ts';
import type { IndexSharing } from './share-index.ts';

export interface PublicationSetup {
  readonly data: Pick<
    DataFolder,
    'store' | 'search' | 'tryIndexLock' | 'tryLock' | 'published' | 'nodes' | 'shared'
  >;
  /** Null: no other node shares the records. */
  readonly sharing: Pick<IndexSharing, 'pull'> | null;
  readonly encoder: Encoder | null;
  /** Null: suspicious texts are found by rules only. */
  readonly classifier: TextClassifier | null;
  readonly parser: DocumentParser;
  readonly screened: OpenScreened;
  readonly clock: Clock;
  readonly onServed: () => void;
  readonly onRepaired: RepairDependencies['onRepaired'];
  readonly onFailure: RepairDependencies['onFailure'];
}

/** What is served of content packs, and the search that finds it. */
export function composePublications({
  data,
  sharing,
  encoder,
  classifier,
  parser,
  screened,
  clock: { nowMs },
  ...called
}: PublicationSetup): {
  readonly publications: Omit<Publications, 'publish'>;
  readonly packSearch: SelfRepairingSearch;
  readonly screenNow: ScreenNow;
  /** Null: only keyword search is available. */
  readonly embedBeforeServing: EmbedBeforeServing | null;
} {
  const { search, tryLock } = data;
  const { content, screenings } = data.store;
  const packSearch = createSelfRepairingSearch({
    ...{ content, search, parser, onFailure: called.onFailure },
    // Only what this node has of a pack changes: others may publish it meanwhile.
    alone: waitForPackLock(data.tryIndexLock),
    onRepaired: (tenantId, pack) => {
      data.published?.add(pack);
      called.onRepaired(tenantId, pack);
    },
    ...(sharing === null ? {} : { pull: sharing.pull }),
  });
  const detectInjection = createInjectionDetector(classifier);
  return {
    packSearch,
    embedBeforeServing: encoder === null ? null : createEmbedBeforeServing({ search, encoder }),
    publications: createPublications({
      ...{ content, search, packSearch, encoder, screened, screenings, nowMs, onServed: called.onServed },
      reports: createReports({ content, parser, detectInjection, screened }),
      listServingNodes: (tenantId, pack) => listServingNodes(data, tenantId, pack),
    }),
    screenNow: createScreenNow({ content, screenings, parser, nowMs, screened, tryLock }),
  };
}

/** Screens what is not screened yet of a pack, at once. `elsewhere`: another process does. */
export type ScreenNow = (
  tenantId: TenantId,
  packId: PackId,
  options: Pick<ScreenOptions, 'signal' | 'onDocument'>,
) => Promise<'complete' | 'interrupted' | 'elsewhere'>;

function createScreenNow({
  screened,
  tryLock,
  ...parts
}: Omit<ScreeningDependencies, 'screening'> & {
  readonly screened: OpenScreened;
  readonly tryLock: DataFolder['tryLock'];
}): ScreenNow {
  return async (tenantId, packId, { signal, onDocument }) => {
    const { screening } = await screened();
    const locked = await tryLock(`screening-${packId}`, { waitMs: 0 }, (lost) =>
      screenDocuments({ ...parts, screening }, tenantId, packId, {
        ...{ signal: AbortSignal.any([signal, lost]), onDocument },
        waitUntilIdle: () => Promise.resolve(),
      }),
    );
    if (locked.kind !== 'done') return 'elsewhere';
    return locked.value ? 'complete' : 'interrupted';
  };
}
