import type { SourceItem } from '../connector.ts';
import { crossingLimits as limits } from './process-limits.ts';

/** The item if it may cross to the serving process; otherwise a fault in its place. */
export function boundItem(item: SourceItem, fileBytesMax: number): SourceItem {
  if (item.kind === 'unchanged' || item.kind === 'removed') return item;
  const path = item.path.slice(0, limits.pathUnitsMax);
  if (item.kind === 'skipped') return { ...item, path, reason: item.reason.slice(0, limits.reasonUnitsMax) };
  const isIdentified = item.key !== null && item.key.length <= limits.keyUnitsMax;
  const key = isIdentified ? item.key : null;
  if (item.kind === 'fault')
    return { ...item, key, path, reason: item.reason.slice(0, limits.reasonUnitsMax) };
  const excess = item.bytes.length > fileBytesMax ? `more than ${fileBytesMax} bytes` : excessOf(item);
  return excess === null ? item : { kind: 'fault', key, path, reason: `has ${excess}` };
}

function excessOf({ key, path, version, notes, title, url, readers }: Extract<SourceItem, { kind: 'file' }>) {
  const counted = (readers ?? []).reduce((sum, level) => sum + level.length, 0);
  if (key.length > limits.keyUnitsMax || path.length > limits.pathUnitsMax) return 'a name that is too long';
  if ((url?.length ?? 0) > limits.urlUnitsMax) return 'an address that is too long';
  if ((title?.length ?? 0) > limits.titleUnitsMax) return 'a title that is too long';
  if (version.length > limits.versionUnitsMax || notes.length > limits.notesUnitsMax)
    return 'a version that is too long';
  if ((readers?.length ?? 0) > limits.levelsMax || counted > limits.principalsMax)
    return `more than ${limits.principalsMax} readers`;
  const isNamed = (readers ?? []).every((level) =>
    level.every((one) => one.length <= limits.principalUnitsMax),
  );
  return isNamed ? null : 'a reader whose name is too long';
}
