import type { App } from '@microsoft/teams.apps';
import { cacheFor } from '../cache-for.ts';
import { dropOldest } from '../drop-oldest.ts';

const keptMs = 5 * 60_000;
const peopleMax = 10_000;
/** As many as one request of Microsoft Graph may name. */
const idsMax = 20;

/** Finds the groups that people may speak for, from their memberships in the directory, also nested ones. */
export function createTeamsGroups(
  { graph }: Pick<App, 'graph'>,
  groups: ReadonlyMap<string, string>,
): (directoryId: string) => Promise<readonly string[]> {
  const ids = [...groups.keys()];
  const chunks = Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, index) =>
    ids.slice(index * idsMax, (index + 1) * idsMax),
  );
  const people = new Map<string, () => Promise<readonly string[]>>();

  async function read(directoryId: string): Promise<readonly string[]> {
    const found = new Set<string>();
    for (const groupIds of chunks) {
      const path = `/users/${encodeURIComponent(directoryId)}/checkMemberGroups`;
      const { data } = await graph.http.post<{ value?: unknown }>(path, { groupIds });
      if (!Array.isArray(data.value)) throw new Error('Microsoft Graph answered without a list of groups');
      for (const id of data.value) {
        const group = groups.get(String(id));
        if (group !== undefined) found.add(group);
      }
    }
    return [...found].sort();
  }

  return async (directoryId) => {
    const known = people.get(directoryId) ?? cacheFor(keptMs, () => read(directoryId));
    people.delete(directoryId);
    people.set(directoryId, known);
    dropOldest(people, peopleMax);
    return await known();
  };
}
