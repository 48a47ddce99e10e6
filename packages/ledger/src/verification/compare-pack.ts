import type { Archive, ArchivedPack } from './archive.ts';
import type { Fault } from './fault.ts';
import { readLogEvents } from './read-log-events.ts';

interface LoggedVersion {
  readonly leafIndex: number;
  readonly root: string;
  isRetired: boolean;
}

/** A pack as the entries about it say. */
interface LoggedPack {
  readonly versions: Map<number, LoggedVersion>;
  /** The newest entry. */
  leafIndex: number;
  served: number | null;
  isDeleted: boolean;
}

/** Compares the published versions of a pack with the entries of the log that tell of them, down to every text. */
export function comparePack(archive: Archive, tenantId: string, packId: string): Fault | null {
  const logged = readLogged(archive, tenantId, packId);
  const pack = archive.readPack(tenantId, packId);
  const fault = (
    field: string,
    why: string,
    leafIndex: number | null = logged?.leafIndex ?? null,
  ): Fault => ({
    ...{ tenantId, messageId: null, field, why },
    leaves: leafIndex === null ? null : { start: leafIndex, end: leafIndex + 1 },
  });
  if (pack === null)
    return logged === null || logged.isDeleted
      ? null
      : fault('packs', `The log tells of the content pack ${packId}, but its row is missing.`);
  if (logged?.isDeleted)
    return fault('packs', `The log says that the content pack ${packId} was deleted, but its row is there.`);
  if (pack.servedVersion !== (logged?.served ?? null))
    return fault(
      'packs.served_version',
      `The content pack ${packId} serves ${nameVersion(pack.servedVersion)}, and the log says ${nameVersion(logged?.served ?? null)}.`,
    );
  return compareVersions(pack, logged?.versions ?? new Map<number, LoggedVersion>(), fault);
}

const nameVersion = (version: number | null) => (version === null ? 'no version' : `version ${version}`);

type MakeFault = (field: string, why: string, leafIndex?: number | null) => Fault;

function compareVersions(
  { packId, versions, changedItem }: ArchivedPack,
  logged: ReadonlyMap<number, LoggedVersion>,
  fault: MakeFault,
): Fault | null {
  const missing = new Map(logged);
  for (const { version, isRetired, root } of versions) {
    const of = `version ${version} of the content pack ${packId}`;
    const said = missing.get(version);
    missing.delete(version);
    if (said === undefined) return fault('pack_versions', `No entry of the log tells of ${of}.`, null);
    const { leafIndex } = said;
    if (isRetired !== said.isRetired)
      return fault(
        'pack_versions.retired',
        `The log and the row disagree on whether ${of} is retired.`,
        leafIndex,
      );
    if (isRetired || root === said.root) continue;
    const why =
      changedItem === null
        ? `The documents and pairs of ${of} are not those that were published.`
        : `${changedItem.id} in ${of} is not what was published.`;
    return fault(changedItem?.table ?? 'pack_versions', why, leafIndex);
  }
  if (changedItem !== null)
    return fault(
      changedItem.table,
      `The row of ${changedItem.id} in the content pack ${packId} was changed.`,
    );
  const [first] = missing;
  if (first === undefined) return null;
  const [version, { leafIndex }] = first;
  return fault(
    'pack_versions',
    `The log tells of version ${version} of the content pack ${packId}, but its row is missing.`,
    leafIndex,
  );
}

function readLogged(archive: Archive, tenantId: string, packId: string): LoggedPack | null {
  let pack: LoggedPack | null = null;
  for (const { leafIndex, entry } of readLogEvents(archive, tenantId, { kind: 'pack' })) {
    if (entry.subject !== packId) continue;
    pack ??= { versions: new Map<number, LoggedVersion>(), leafIndex, served: null, isDeleted: false };
    pack.leafIndex = leafIndex;
    const version = Number(new Map(entry.details).get('version'));
    const root = new Map(entry.commitments).get('content') ?? '';
    const known = pack.versions.get(version);
    switch (entry.state) {
      case 'published':
        pack.versions.set(version, { leafIndex, root, isRetired: false });
        pack.served = version;
        break;
      case 'rolled_back':
        pack.served = version;
        break;
      case 'unpublished':
        pack.served = null;
        break;
      case 'retired':
        if (known !== undefined) known.isRetired = true;
        break;
      case 'deleted':
        pack.isDeleted = true;
        break;
    }
  }
  return pack;
}
