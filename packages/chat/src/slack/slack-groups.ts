import type { App } from '@slack/bolt';
import { cacheFor } from '../cache-for.ts';

const keptMs = 5 * 60_000;

/** Finds the groups that people may speak for, from the user groups of the workspace. */
export function createSlackGroups(
  { client }: Pick<App, 'client'>,
  groups: ReadonlyMap<string, string>,
): (userId: string) => Promise<readonly string[]> {
  const readMembers = cacheFor(keptMs, async () => {
    const { usergroups = [] } = await client.usergroups.list({ include_users: true });
    const members = new Map<string, string[]>();
    for (const { id = '', handle = '', users = [] } of usergroups) {
      // The id does not change if somebody renames the group.
      const group = groups.get(id) ?? groups.get(handle);
      if (group === undefined) continue;
      for (const user of users) members.set(user, [...(members.get(user) ?? []), group]);
    }
    return members;
  });
  return async (userId) =>
    groups.size === 0 ? [] : [...new Set((await readMembers()).get(userId) ?? [])].sort();
}
