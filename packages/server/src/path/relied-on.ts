import type { Draft, Retrieved } from '@avow/answering';
import type { ReliedOn } from '../features/records/audience.ts';

/**
 * Everything that was found counts, whether or not it is cited: what is near competes with it, is shown to models, and is
 * offered where there is no answer.
 */
export function addRetrieved(reliedOn: ReliedOn, { curated, documents, further }: Retrieved): void {
  const hits = [...curated, ...documents, ...further.flatMap((part) => part.documents)];
  for (const { groups } of hits) reliedOn.addSource(groups);
}

/** A curated pair need not have been found as a passage. */
export function addSupport(reliedOn: ReliedOn, { support }: Draft): void {
  for (const { groups = [] } of support) reliedOn.addSource(groups);
}
