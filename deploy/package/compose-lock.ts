/** A package in a lock file of npm, as far as it is used here. */
export interface LockEntry {
  readonly version?: string;
  readonly name?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly bin?: unknown;
  readonly engines?: unknown;
  readonly os?: Limit;
  readonly cpu?: Limit;
  readonly libc?: readonly string[];
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Some lock files have one name without a list. */
type Limit = string | readonly string[];
type Names = Readonly<Record<string, string>>;
type Entries = Readonly<Record<string, LockEntry>>;

/** The manifest of the shipped package. */
export interface ShippedManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly bin: Names;
  readonly engines: Names;
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  readonly dependencies: Names;
  readonly bundleDependencies: readonly string[];
}

/** The file that npm follows if somebody installs the package that contains it. */
export interface ShippedLock {
  readonly name: string;
  readonly version: string;
  readonly lockfileVersion: 3;
  readonly requires: true;
  readonly packages: Readonly<Record<string, object>>;
}

interface Placed {
  /** Where the lock file of the repository has it. */
  readonly from: string;
  readonly isOptional: boolean;
}

interface Edge {
  readonly name: string;
  readonly kind: 'needed' | 'optional' | 'peer';
}

/** What npm looks at before it installs a package, and its hash. No address: that is the business of who installs. */
const keptFields = [
  ...(['version', 'name', 'integrity', 'license', 'bin', 'engines', 'os', 'cpu', 'libc'] as const),
  ...(['dependencies', 'optionalDependencies', 'peerDependencies', 'peerDependenciesMeta'] as const),
];

/** Where the lock file has a package for who is at this path: below it, or above. */
export function findLocked(entries: Entries, at: string, name: string): string | null {
  return findAbove((path) => entries[path] !== undefined, at, name);
}

function findAbove(has: (path: string) => boolean, at: string, name: string): string | null {
  for (let folder = at; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (has(path)) return path;
    if (folder === '') return null;
  }
}

/**
 * The lock file of the shipped package: the same versions and hashes as in the lock file of the repository, which the tests have
 * run with, in the tree that begins with the dependencies of the package. What it `bundles` has no hash of its own.
 */
export function composeLock(
  manifest: ShippedManifest,
  options: {
    readonly entries: Entries;
    /** The path in the lock file of each direct dependency. */
    readonly direct: ReadonlyMap<string, string>;
    readonly bundled: ReadonlyMap<string, Names>;
  },
): ShippedLock {
  const placed = placeAll({ ...options, entries: withoutOtherPlatforms(options.entries, manifest) });
  const packages = [...placed].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...{ name: manifest.name, version: manifest.version, lockfileVersion: 3, requires: true },
    packages: Object.fromEntries([
      ['', { ...manifest }],
      ...packages.map(([path, found]) => [path, entryOf(path, found, options)]),
    ]),
  };
}

/**
 * Without the optional packages that the platforms of the package never use: npm leaves them out by itself, but not if it
 * follows a lock file within an archive.
 */
function withoutOtherPlatforms(entries: Entries, { os, cpu }: Pick<ShippedManifest, 'os' | 'cpu'>): Entries {
  const accepts = (limit: Limit | undefined, given: readonly string[]) => {
    const [wanted, refused] = [[limit ?? []].flat(), given.map((one) => `!${one}`)];
    const names = wanted.filter((name) => !name.startsWith('!'));
    if (refused.some((one) => wanted.includes(one))) return false;
    return names.length === 0 || given.some((one) => names.includes(one));
  };
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([, entry]) => entry.optional !== true || (accepts(entry.os, os) && accepts(entry.cpu, cpu)),
    ),
  );
}

function entryOf(
  path: string,
  { from, isOptional }: Placed,
  { entries, bundled }: Pick<Parameters<typeof composeLock>[1], 'entries' | 'bundled'>,
): object {
  const entry = entries[from] ?? {};
  const inside = bundled.get(path.slice('node_modules/'.length));
  if (inside !== undefined)
    return { version: entry.version, license: entry.license, inBundle: true, dependencies: inside };
  if (entry.integrity === undefined) throw new Error(`${from} has no hash in package-lock.json`);
  const kept = keptFields.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]]));
  return { ...Object.fromEntries(kept), ...(isOptional ? { optional: true } : {}) };
}

/** Places what the lock file has at its top there too, unless the name is taken, and the rest below what needs it. */
function placeAll({
  entries,
  direct,
  bundled,
}: Parameters<typeof composeLock>[1]): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  const shown = (at: string, name: string) => {
    const path = findAbove((one) => placed.has(one), at, name);
    return path === null ? null : { path, from: placed.get(path)?.from };
  };
  const queue: string[] = [];
  const put = (path: string, found: Placed) => {
    placed.set(path, found);
    queue.push(path);
  };
  for (const [name, from] of direct) put(`node_modules/${name}`, { from, isOptional: false });
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const { from, isOptional } = placed.get(path) as Placed;
    const names = bundled.get(path.slice('node_modules/'.length));
    const edges = names === undefined ? edgesOf(entries[from] ?? {}) : neededOf(names);
    for (const { name, kind } of edges) {
      const top = `node_modules/${name}`;
      const wanted = findLocked(entries, from, name);
      // Optional packages for platforms that the lock file does not know are none.
      if (wanted === null && kind !== 'needed') continue;
      if (wanted === null) throw new Error(`${from} needs ${name}, which package-lock.json does not have`);
      const next = { from: wanted, isOptional: isOptional || kind === 'optional' };
      const seen = shown(kind === 'peer' ? parentOf(path) : path, name);
      if (seen !== null && isSame(entries, seen.from, wanted)) {
        // What is needed after all is looked at again, and so is what it needs.
        if (placed.get(seen.path)?.isOptional === true && !next.isOptional)
          put(seen.path, { ...next, from: seen.from ?? wanted });
      } else if (!placed.has(top) && (kind === 'peer' || wanted === top)) put(top, next);
      else if (kind === 'peer')
        throw new Error(`${path} and something else need different versions of ${name}`);
      else put(`${path}/node_modules/${name}`, next);
    }
  }
  return placed;
}

function isSame(entries: Entries, one: string | undefined, other: string): boolean {
  return one !== undefined && entries[one]?.integrity === entries[other]?.integrity;
}

const neededOf = (names: Names): Edge[] => Object.keys(names).map((name) => ({ name, kind: 'needed' }));

function edgesOf(entry: LockEntry): Edge[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
  const isWanted = (name: string) => entry.peerDependenciesMeta?.[name]?.optional !== true;
  return [
    ...neededOf(dependencies),
    ...Object.keys(optionalDependencies).map((name): Edge => ({ name, kind: 'optional' })),
    ...Object.keys(peerDependencies)
      .filter(isWanted)
      .map((name): Edge => ({ name, kind: 'peer' })),
  ];
}

/** The package whose folder this one is in; the top has none. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));
}
