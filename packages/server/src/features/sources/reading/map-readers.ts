import type { Readers } from '@avow/connectors';
import { queryRequestLimits } from '@avow/contract/query';
import type { SourceConnection } from '@avow/contract/sources';

/** How the permissions of a source become groups. */
export interface AccessRule {
  /** Groups of the source apply under their own names. */
  readonly carriesGroups: boolean;
  /** By principal; null: everyone. */
  readonly map: ReadonlyMap<string, readonly (string | null)[]>;
}

/** `withheld`: nobody is admitted as far as can be said, and the item must not be used. */
export type MappedReaders =
  | { readonly kind: 'groups'; readonly groups: readonly string[] }
  | { readonly kind: 'withheld'; readonly reason: string };

/** Null: sources of this kind do not know who may read an item. */
export function accessRuleOf(connection: SourceConnection): AccessRule | null {
  if (!('access' in connection)) return null;
  const entries = connection.access_map.map(({ principal, group }) => [principal, group] as const);
  const grouped = Map.groupBy(entries, ([principal]) => principal);
  const map = new Map([...grouped].map(([principal, found]) => [principal, found.map(([, group]) => group)]));
  return { carriesGroups: connection.access === 'groups', map };
}

const shownMax = 5;
const shownUnitsMax = 60;

/**
 * The groups whose members every level admits. Members of a group that some level does not name are left out, even if they
 * are in several groups that together pass all of them: a document admits the members of any of its groups.
 */
export function mapReaders(readers: Readers, rule: AccessRule): MappedReaders {
  let groups: ReadonlySet<string> | null = null;
  for (const level of readers) {
    const admitted = mapLevel(level, rule);
    if (admitted === 'everyone') continue;
    if (admitted.size === 0) return { kind: 'withheld', reason: unmappedReason(level) };
    groups = groups === null ? admitted : groups.intersection(admitted);
  }
  if (groups === null) return { kind: 'groups', groups: [] };
  if (groups.size === 0)
    return { kind: 'withheld', reason: 'is left out: no group passes the restrictions above it and its own' };
  if (groups.size > queryRequestLimits.groupsMax)
    return {
      kind: 'withheld',
      reason: `is left out: more than ${queryRequestLimits.groupsMax} groups may read it`,
    };
  return { kind: 'groups', groups: [...groups].sort() };
}

function mapLevel(
  level: readonly string[],
  { carriesGroups, map }: AccessRule,
): ReadonlySet<string> | 'everyone' {
  const groups = new Set<string>();
  for (const principal of level) {
    const mapped = map.get(principal) ?? (carriesGroups ? ownName(principal) : []);
    if (mapped.includes(null)) return 'everyone';
    for (const group of mapped) if (group !== null) groups.add(group);
  }
  return groups;
}

/** A group of the source as a group of ours, if its name can be one. */
function ownName(principal: string): readonly string[] {
  const name = principal.startsWith('group:') ? principal.slice('group:'.length) : '';
  return name !== '' && [...name].length <= queryRequestLimits.groupLengthMax ? [name] : [];
}

function unmappedReason(level: readonly string[]): string {
  if (level.length === 0)
    return 'is left out: the source does not say who may read it, or its permissions may not be read';
  const shown = level.slice(0, shownMax).map((principal) => principal.slice(0, shownUnitsMax));
  const rest = level.length > shownMax ? ` and ${level.length - shownMax} more` : '';
  return `is left out: no group stands for those who may read it (${shown.join(', ')}${rest})`;
}
