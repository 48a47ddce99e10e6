import { dirname } from 'node:path';
import type { DrawRandom } from '@avow/foundation/testing';
import { copyFile, emptyFile, type GrowingFile, resizeFile, writeInto } from './growing-file.ts';
import type { DiskEvent } from './read-recording.ts';
import { type Arrival, drawArrivals, drawFate, type Fate, sectorBytes } from './survive.ts';

/** A file or a folder as it may be found: a folder's content is null. */
export type Found = ReadonlyMap<string, Buffer | null>;

/** A write, or a new length. */
interface FileChange {
  readonly order: number;
  readonly offset: number;
  readonly bytes: Buffer | null;
}

/** Names that begin or cease to mean something, all at once. */
interface NameChange {
  readonly order: number;
  readonly names: ReadonlyArray<readonly [name: string, node: DiskNode | null]>;
}

interface FileNode {
  readonly kind: 'file';
  synced: GrowingFile;
  pending: FileChange[];
}

interface FolderNode {
  readonly kind: 'folder';
  /** As running processes see it. */
  readonly names: Map<string, DiskNode>;
  readonly synced: Map<string, DiskNode>;
  pending: NameChange[];
}

type DiskNode = FileNode | FolderNode;

export interface SimulatedDisk {
  apply(event: DiskEvent): void;
  /**
   * The folder as it may be found if the power went now: all that was synced, and of the rest what fate leaves. `drawn`: each
   * file and each folder has a fate of its own.
   */
  find(fate: Fate | 'drawn', random: DrawRandom): Found;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function newFolder(): FolderNode {
  return { kind: 'folder', names: new Map(), synced: new Map(), pending: [] };
}

function setNames(names: Map<string, DiskNode>, change: NameChange): void {
  for (const [name, node] of change.names) {
    if (node === null) names.delete(name);
    else names.set(name, node);
  }
}

function sectorCount({ offset, bytes }: FileChange): number {
  if (bytes === null || bytes.length === 0) return 0;
  return Math.floor((offset + bytes.length - 1) / sectorBytes) - Math.floor(offset / sectorBytes) + 1;
}

function changeFile(file: GrowingFile, { offset, bytes }: FileChange, arrival: Arrival): GrowingFile {
  if (arrival === 'lost') return file;
  if (bytes === null) return resizeFile(file, offset);
  if (arrival === 'arrived') return writeInto(file, offset, bytes);
  // The length may be known to the disk before the bytes are there: what is missing of a torn write is zeros.
  let torn = resizeFile(file, Math.max(file.length, offset + bytes.length));
  const firstSector = Math.floor(offset / sectorBytes);
  for (const [at, arrived] of arrival.sectors.entries()) {
    const from = Math.max(offset, (firstSector + at) * sectorBytes);
    const until = Math.min(offset + bytes.length, (firstSector + at + 1) * sectorBytes);
    if (arrived) torn = writeInto(torn, from, bytes.subarray(from - offset, until - offset));
  }
  return torn;
}

/**
 * A disk that promises no more than POSIX does. A sync of a file makes its bytes last, and not its name; a sync of a folder
 * makes the names in it last. Nothing else does, and what was not synced may arrive in any order.
 */
export function createSimulatedDisk(root: { readonly path: string; readonly inode: number }): SimulatedDisk {
  const top = newFolder();
  const nodes = new Map<number, DiskNode>([[root.inode, top]]);
  const syncs = new Map<number, number>();
  let order = 0;

  function folderOf(path: string): FolderNode {
    let folder: DiskNode = top;
    for (const name of dirname(path).slice(root.path.length).split('/').filter(Boolean)) {
      const next: DiskNode | undefined = folder.kind === 'folder' ? folder.names.get(name) : undefined;
      if (next === undefined) throw new Error(`no folder for ${path}`);
      folder = next;
    }
    if (folder.kind !== 'folder') throw new Error(`no folder for ${path}`);
    return folder;
  }

  function changeNames(folder: FolderNode, names: NameChange['names']): void {
    const change = { order, names };
    setNames(folder.names, change);
    folder.pending.push(change);
  }

  function move(event: DiskEvent): void {
    const to = event.bytes.toString('utf8');
    const [source, target] = [folderOf(event.path), folderOf(to)];
    const node = source.names.get(nameOf(event.path));
    if (node === undefined) throw new Error(`nothing is known of ${event.path}`);
    const gone = event.kind === 'renamed' ? ([[nameOf(event.path), null]] as const) : [];
    const come = [[nameOf(to), node]] as const;
    if (source === target) changeNames(source, [...gone, ...come]);
    else {
      changeNames(source, gone);
      changeNames(target, come);
    }
  }

  function changeContent(event: DiskEvent): void {
    const node = nodes.get(event.inode);
    if (node?.kind !== 'file') throw new Error(`nothing is known of ${event.path}`);
    node.pending.push({ order, offset: event.offset, bytes: event.kind === 'written' ? event.bytes : null });
  }

  function endSync(event: DiskEvent): void {
    const node = nodes.get(event.inode);
    // What came after the sync had begun may not have been part of it.
    const begun = syncs.get(event.offset) ?? 0;
    syncs.delete(event.offset);
    if (node === undefined) return;
    if (node.kind === 'file') {
      for (const change of node.pending)
        if (change.order < begun) node.synced = changeFile(node.synced, change, 'arrived');
      node.pending = node.pending.filter((change) => change.order >= begun);
    } else {
      for (const change of node.pending) if (change.order < begun) setNames(node.synced, change);
      node.pending = node.pending.filter((change) => change.order >= begun);
    }
  }

  function add(event: DiskEvent, node: DiskNode): void {
    nodes.set(event.inode, node);
    changeNames(folderOf(event.path), [[nameOf(event.path), node]]);
  }

  const remove = ({ path }: DiskEvent) => changeNames(folderOf(path), [[nameOf(path), null]]);
  const effects: Readonly<Record<DiskEvent['kind'], (event: DiskEvent) => void>> = {
    created: (event) => add(event, { kind: 'file', synced: emptyFile, pending: [] }),
    folder_made: (event) => add(event, newFolder()),
    renamed: move,
    linked: move,
    unlinked: remove,
    folder_removed: remove,
    written: changeContent,
    truncated: changeContent,
    sync_begun: (event) => void syncs.set(event.offset, order),
    sync_ended: endSync,
    sent: () => undefined,
  };

  function apply(event: DiskEvent): void {
    order += 1;
    effects[event.kind](event);
  }

  return { apply, find: (fate, random) => findFolder(top, { fate, random }) };
}

interface Finding {
  readonly fate: Fate | 'drawn';
  readonly random: DrawRandom;
}

function findFolder(top: FolderNode, finding: Finding): Found {
  const found = new Map<string, Buffer | null>();
  // A file may have two names, and has one fate.
  const contents = new Map<FileNode, Buffer>();
  const walk = (folder: FolderNode, prefix: string) => {
    for (const [name, node] of findNames(folder, finding)) {
      if (node.kind === 'folder') {
        found.set(`${prefix}${name}`, null);
        walk(node, `${prefix}${name}/`);
        continue;
      }
      const content = contents.get(node) ?? findContent(node, finding);
      contents.set(node, content);
      found.set(`${prefix}${name}`, content);
    }
  };
  walk(top, '');
  return found;
}

function findNames({ synced, pending }: FolderNode, { fate, random }: Finding): Map<string, DiskNode> {
  const names = new Map(synced);
  const drawn = fate === 'drawn' ? drawFate(random) : fate;
  const arrivals = drawArrivals(
    drawn,
    pending.map(() => 0),
    random,
  );
  for (const [at, change] of pending.entries()) if (arrivals[at] === 'arrived') setNames(names, change);
  return names;
}

function findContent({ synced, pending }: FileNode, { fate, random }: Finding): Buffer {
  let content = copyFile(synced);
  const drawn = fate === 'drawn' ? drawFate(random) : fate;
  const arrivals = drawArrivals(drawn, pending.map(sectorCount), random);
  for (const [at, change] of pending.entries()) content = changeFile(content, change, arrivals[at] ?? 'lost');
  return content.bytes.subarray(0, content.length);
}
