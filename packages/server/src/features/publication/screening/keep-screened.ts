import type { TenantId } from '@avow/foundation';
import type { PassageScreening } from '@avow/guardrails';
import type { PassageHit } from '@avow/search';
import type { ScreeningStore } from '../screening-store.ts';
import { checkedText } from './checked-text.ts';

/** Stores what was screened of these passages for a question, so that the next one, on any node, need not do it again. */
export type KeepScreened = (tenantId: TenantId, hits: readonly PassageHit[]) => void;

/** Nothing waits for it: what cannot be stored is screened again. */
export function createKeepScreened({
  screening,
  screenings,
}: {
  readonly screening: Pick<PassageScreening, 'name' | 'takeComputed'>;
  readonly screenings: Pick<ScreeningStore, 'add'>;
}): KeepScreened {
  return (tenantId, hits) => {
    const documents = hits.filter(({ kind }) => kind === 'document');
    const byRevision = Map.groupBy(documents, ({ documentId, revision }) => `${documentId} ${revision}`);
    for (const some of byRevision.values()) {
      const screened = screening.takeComputed(tenantId, some.map(checkedText));
      const [{ documentId: id, revision } = { documentId: null, revision: 0 }] = some;
      if (screened.length === 0 || id === null) continue;
      const of = { id, revision };
      screenings.add(tenantId, { screening: screening.name, of, screened }).catch(() => undefined);
    }
  };
}
