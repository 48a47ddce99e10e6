import { UserError } from '@avow/foundation';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { type OpenedPacks, type PackOptions, withPack } from '../../content/commands/with-packs.ts';
import type { Source } from '../source-store.ts';
import { sourceToWire } from '../source-wire.ts';

export const sourceArgument = ['<source>', 'id or name of a source of the pack'] as const;

export type OpenedSource = OpenedPacks & { readonly source: Source };

const listedMax = 1_000;
const wantedCodePointsMax = 80;

/** Opens the data folder for a command on one source, named by its id or its name. */
export async function withSource<Value>(
  context: CommandContext,
  wanted: { readonly pack: string; readonly source: string },
  options: PackOptions,
  work: (opened: OpenedSource) => Promise<Value>,
): Promise<Value> {
  return await withPack(context, wanted.pack, options, async (opened) => {
    const { tenantId } = opened.tenant;
    const { packId, name } = opened.pack;
    const all = (await opened.sources.list(tenantId, packId, { after: null, limit: listedMax })) ?? [];
    const source = all.find(({ sourceId, name: known }) => [sourceId, known].includes(wanted.source));
    if (source === undefined)
      throw new UserError(
        `The pack ${name} has no source ${cleanLine(wanted.source, wantedCodePointsMax)}. See "avow sources list".`,
      );
    return await work({ ...opened, source });
  });
}

const codePointsMax = 160;
const shownMax = 50;

/** A source as a person reads it, or as JSON. */
export function describeSource(source: Source, { json }: PackOptions): string {
  const shown = sourceToWire(source);
  if (json) return JSON.stringify(shown);
  const { kind, ...settings } = shown.connection;
  const given = Object.entries(settings).filter(
    ([, value]) => value !== null && value !== '' && JSON.stringify(value) !== '[]',
  );
  return [
    `${shown.name} (${shown.id}): ${kind}, ${shown.status}${shown.paused_reason === 'crashes' ? ' by the service after several readings that did not end' : ''}`,
    ...given.map(
      ([name, value]) => `  ${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    ),
    `  credentials: ${shown.credentials.join(' ') || 'none'}`,
    `  groups: ${shown.groups.join(' ') || 'everyone'}`,
    `  synced: ${shown.sync_every_minutes === null ? 'on request' : `every ${shown.sync_every_minutes} minutes`}, next ${shown.next_sync_at ?? 'on request'}`,
    `  publishes: ${shown.publish}; asks before it removes more than ${shown.removal_limit_percent} %`,
    `  items: ${shown.item_count}`,
    ...(shown.sync === null
      ? []
      : [`  in progress: ${shown.sync.phase}, ${shown.sync.items_read} items read`]),
    ...describeResult(source),
  ].join('\n');
}

/** How the last sync ended, with its changes and its errors. */
export function describeResult({ last }: Pick<Source, 'last'>): string[] {
  if (last === null) return ['It has not been synced yet.'];
  const { counts, outcome, reason, version, plan, faults } = last;
  const lines = [
    ...plan.map(({ action, file }) => `${action.replace('_', ' ')} ${file}`),
    ...faults.map(({ file, reason: why }) => `cannot read ${file}: ${why}`),
  ].map((line) => `  ${cleanLine(line, codePointsMax)}`);
  return [
    `Last sync: ${outcome.replaceAll('_', ' ')}${version === null ? '' : ` as version ${version}`}; ${counts.added} added, ${counts.changed} changed, ${counts.removed} removed, ${counts.unchanged} unchanged, ${counts.failed} failed, ${counts.skipped} skipped.`,
    ...(reason === null ? [] : [reason]),
    ...lines.slice(0, shownMax),
    ...(lines.length > shownMax ? [`  and ${lines.length - shownMax} more`] : []),
  ];
}
