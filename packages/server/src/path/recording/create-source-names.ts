import type { CuratedId, DocumentId, PackVersion, TenantId } from '@avow/foundation';
import { type CitedVersion, spellSources } from '@avow/ledger-log/receipts';
import type { ContentStore } from '../../features/content/content-store.ts';
import { citeSources } from './compose-response.ts';
import type { EndedOutcome, InReview } from './outcome.ts';

/** Names what an answer cites, as the record of it commits to it. */
export interface SourceNames {
  /** The text that is committed to; null: nothing is cited, or not all of it is stored any more. */
  nameCited(tenantId: TenantId, outcome: EndedOutcome | InReview): Promise<string | null>;
}

/** For questions that nobody asked, whose records are not kept. */
export const noSourceNames: SourceNames = { nameCited: async () => null };

type Cited = DocumentId | CuratedId;

const keptMax = 10_000;
/** Of a commitment, in hexadecimal: the whole of it follows from the version, whose root is on the log. */
const shownDigits = 32;

/** What is in a version of a pack never changes, so that it is looked up once. */
export function createSourceNames(content: Pick<ContentStore, 'listCommitments'>): SourceNames {
  const known = new Map<string, string>();
  return {
    nameCited: async (tenantId, outcome) => {
      const cited = listCited(outcome);
      if (cited.length === 0) return null;
      const named = await Promise.all(
        cited.map(async ({ pack, ids }): Promise<CitedVersion | null> => {
          const nameOf = (id: Cited) => `${tenantId} ${pack.packId} ${pack.version} ${id}`;
          const missing = ids.filter((id) => !known.has(nameOf(id)));
          const read = missing.length === 0 ? [] : await content.listCommitments(tenantId, pack, missing);
          if (known.size + read.length > keptMax) known.clear();
          const fresh = new Map(read.map(({ id, commitment }) => [id, hashOf(commitment)]));
          for (const [id, hash] of fresh) known.set(nameOf(id), hash);
          const documents = ids.flatMap((id) => {
            const hash = fresh.get(id) ?? known.get(nameOf(id));
            return hash === undefined ? [] : [{ id, hash }];
          });
          return documents.length < ids.length ? null : { ...pack, documents };
        }),
      );
      const versions = named.filter((version) => version !== null);
      return versions.length < named.length ? null : spellSources(versions);
    },
  };
}

const hashOf = (commitment: string) =>
  Buffer.from(commitment.slice(0, shownDigits), 'hex').toString('base64url');

interface CitedIds {
  readonly pack: PackVersion;
  readonly ids: readonly Cited[];
}

/** By version, in the order in which they are cited. */
function listCited(outcome: EndedOutcome | InReview): readonly CitedIds[] {
  const answered = outcome.kind === 'in_review' ? outcome.answered : outcome;
  if (answered.kind !== 'answered') return [];
  const shown = new Set<string>(citeSources(answered).map(({ document_id: id }) => id));
  const once = new Map(
    answered.draft.support.map(({ documentId, pack }) => [documentId, { id: documentId, pack }]),
  );
  const cited = [...once.values()].filter(({ id }) => shown.has(id));
  const byVersion = Map.groupBy(cited, ({ pack }) => `${pack.packId} ${pack.version}`);
  return [...byVersion.values()].flatMap((group) => {
    const pack = group[0]?.pack;
    if (pack === undefined) return [];
    const { packId, version } = pack;
    return [{ pack: { packId, version }, ids: group.map(({ id }) => id) }];
  });
}
