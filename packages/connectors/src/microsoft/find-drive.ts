import { listAt, textAt } from '../json.ts';
import { SourceFault } from '../source-fault.ts';
import type { GraphApi } from './graph-api.ts';

/** A document library of a site, or the files of a person. */
export type DrivePlace =
  | { readonly site: string /** Null: the one that every site has. */; readonly library: string | null }
  | { readonly user: string };

/** The id of the drive. */
export async function findDrive(graph: GraphApi, place: DrivePlace, signal: AbortSignal): Promise<string> {
  if ('user' in place)
    return driveId(
      await graph.get(graph.url(`users/${encodeURIComponent(place.user)}/drive?$select=id`), signal),
    );
  const { hostname, pathname } = new URL(place.site);
  const path = pathname.replace(/\/+$/, '');
  const site = textAt(
    await graph.get(graph.url(`sites/${hostname}${path === '' ? '' : `:${path}`}?$select=id`), signal),
    'id',
  );
  if (site === null) throw new SourceFault('not_found', `There is no site ${place.site}.`);
  const base = `sites/${encodeURIComponent(site)}`;
  if (place.library === null) return driveId(await graph.get(graph.url(`${base}/drive?$select=id`), signal));
  const drives = listAt(
    await graph.get(graph.url(`${base}/drives?$select=id,name&$top=200`), signal),
    'value',
  );
  const found = drives.find((drive) => textAt(drive, 'name') === place.library);
  if (found === undefined)
    throw new SourceFault('not_found', `The site has no library ${place.library}, or it may not be seen.`);
  return driveId(found);
}

function driveId(drive: unknown): string {
  const id = textAt(drive, 'id');
  if (id === null) throw new SourceFault('invalid', 'Microsoft Graph answered without the id of a drive.');
  return encodeURIComponent(id);
}
