import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const serverSource = 'packages/server/src/';

/** What each package may depend on, of our own, in the order in which they build on each other. */
const packages: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: [],
  weights: [],
  foundation: ['contract'],
  text: [],
  confinement: [],
  'ledger-log': [],
  ledger: ['contract', 'foundation', 'ledger-log'],
  chat: ['client', 'foundation', 'text'],
  console: ['client', 'contract', 'ledger-log', 'text'],
  documents: ['confinement', 'foundation', 'text'],
  connectors: ['confinement', 'contract', 'documents', 'foundation'],
  search: ['foundation', 'text'],
  storage: ['foundation'],
  'search-postgres': ['foundation', 'search', 'storage'],
  inference: ['contract', 'foundation', 'text'],
  guardrails: ['contract', 'foundation', 'inference', 'text'],
  facts: ['text'],
  answering: ['contract', 'documents', 'facts', 'foundation', 'guardrails', 'inference', 'search', 'text'],
  evaluation: ['contract', 'foundation', 'text'],
  server: [
    'answering',
    'chat',
    'client',
    'confinement',
    'connectors',
    'console',
    'contract',
    'documents',
    'evaluation',
    'facts',
    'foundation',
    'guardrails',
    'inference',
    'ledger',
    'ledger-log',
    'search',
    'search-postgres',
    'storage',
    'text',
    'weights',
  ],
};

/**
 * The rooms of the server, and in each feature its logic, its `store`, `routes`, `commands` and `compose`. Each may know those
 * named here. `app`, `compose` and the command line construct.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  config: [],
  limits: [],
  telemetry: [],
  secrets: [],
  logic: ['config', 'limits', 'path'],
  path: ['limits', 'logic', 'telemetry'],
  store: ['logic', 'storage'],
  storage: ['limits', 'logic', 'secrets', 'store'],
  routes: ['http', 'limits', 'logic', 'path'],
  http: ['limits', 'logic', 'path', 'routes', 'telemetry'],
  commands: ['app', 'cli', 'compose', 'config', 'limits', 'logic', 'secrets'],
  compose: ['app', 'config', 'http', 'limits', 'logic', 'path', 'secrets', 'storage', 'store', 'telemetry'],
  app: ['compose', 'config', 'http', 'limits', 'logic', 'path', 'routes', 'secrets', 'storage', 'telemetry'],
  cli: ['app', 'commands', 'compose', 'config', 'logic', 'path', 'secrets', 'storage', 'store'],
};

/** Libraries that only some places may know. */
const confined: Readonly<Record<string, readonly string[]>> = {
  fastify: [
    'packages/server/src/http/',
    'packages/server/src/app/',
    'packages/server/src/path/routes/',
    'packages/server/src/features/*/routes/',
  ],
  commander: ['packages/server/src/cli/', 'packages/server/src/features/*/commands/'],
  'prom-client': ['packages/server/src/telemetry/'],
  'node:sqlite': [
    'packages/storage/src/sqlite/',
    'packages/server/src/storage/',
    'packages/server/src/features/*/store/',
    'packages/server/src/cli/',
    'packages/foundation/src/files/',
  ],
  pg: ['packages/storage/src/postgres/', 'packages/search-postgres/src/'],
  pino: ['packages/foundation/src/log/'],
  'onnxruntime-node': ['packages/inference/src/embedded/'],
  ai: ['packages/inference/src/language/'],
  cockatiel: ['packages/inference/src/language/'],
  undici: ['packages/inference/src/language/'],
  standardwebhooks: ['packages/server/src/features/webhooks/'],
  nodemailer: ['packages/server/src/features/mail/'],
  '@node-rs/argon2': ['packages/server/src/features/people/'],
  '@simplewebauthn/server': ['packages/server/src/features/people/'],
  'openid-client': ['packages/server/src/features/people/'],
  koffi: ['packages/confinement/src/linux/'],
  jose: [
    'packages/connectors/src/google/',
    'packages/connectors/src/test-support/',
    'packages/server/src/features/people/',
  ],
  '@modelcontextprotocol/server': ['packages/server/src/features/mcp/'],
  '@slack/bolt': ['packages/chat/src/slack/'],
  '@microsoft/teams.apps': ['packages/chat/src/teams/'],
  'age-encryption': [
    'packages/server/src/features/backups/',
    'packages/server/src/secrets/unwrap-master-key.ts',
  ],
  aws4fetch: ['packages/connectors/src/', 'packages/server/src/features/backups/'],
  'modern-tar': ['packages/server/src/features/backups/'],
};

/** Rooms of the server that may know the storage: the stores, and whatever opens and composes them. */
const knowingStorage = ['app', 'cli', 'commands', 'compose', 'storage', 'store'];

const importPattern = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)'([^']+)'/g;
/** Also what is started as a thread or a process. */
const namedPattern = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|new URL\(\s*)'([^']+)'/g;

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function readSource(pattern: string): readonly SourceFile[] {
  return globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: [...text.matchAll(importPattern)].map(([, target = '']) => target) };
  });
}

const isTest = (path: string) => /\.(test|suite)\.ts$|\/test-support\/|\/src\/testing(?:\.ts$|\/)/.test(path);
const files = readSource('packages/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path));
const outside = ['research', 'bench', 'e2e', 'docs', 'checks', 'scripts']
  .map((folder) => `${folder}/**/*.ts`)
  .flatMap(readSource)
  .filter(({ path }) => !path.includes('bench/search/lancedb/'));

/** The file that a relative import names, from the root; null for a package, or for something that is not source. */
function fileNamed(from: string, target: string): string | null {
  if (!target.startsWith('.')) return null;
  const path = normalize(join(dirname(from), target));
  return path.endsWith('.ts') ? path : null;
}

const packageOf = (path: string) => path.split('/')[1] ?? '';
const featureOf = (path: string) =>
  path.startsWith(`${serverSource}features/`) ? (path.split('/')[4] ?? null) : null;

interface Face {
  /** As it is imported: `@avow/text/terms`. */
  readonly address: string;
  readonly package: string;
  readonly path: string;
  readonly text: string;
  readonly names: readonly string[];
}

/** What a file declares and exports. */
const namesDeclared = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|enum) ([\w$]+)/gm,
    ),
  ].map(([, name = '']) => name);

/** What a file lists or declares as exported. What is generated for the client counts as the wire's, not as names of its face. */
function namesExported(text: string): readonly string[] {
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, list = '']) => list.split(','))
    .map((one) =>
      one
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    );
  return [...listed.filter((one) => one !== ''), ...namesDeclared(text)];
}

/** Every entry that a manifest names. */
const faces: readonly Face[] = Object.keys(packages).flatMap((name) => {
  const { exports } = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));
  const entries: Readonly<Record<string, string>> = typeof exports === 'string' ? { '.': exports } : exports;
  return Object.entries(entries).map(([entry, target]) => {
    const path = join('packages', name, target);
    const text = readFileSync(join(root, path), 'utf8');
    const address = `@avow/${name}${entry.slice(1)}`;
    return { address, package: name, path, text, names: namesExported(text) };
  });
});
const faceOf = new Map(faces.map(({ address, path }) => [address, path]));

/** In a feature: its logic, unless the file is in one of the folders that have a purpose of their own. */
const roomOf = (path: string) => {
  const [room = '', second = '', third = '', ...rest] = path.slice(serverSource.length).split('/');
  if (second === '') return null;
  if (room === 'path' && second === 'routes') return 'routes';
  if (room !== 'features') return room;
  return rest.length > 0 && ['store', 'routes', 'commands', 'compose'].includes(third) ? third : 'logic';
};
/** A place is a folder or a file; `*` stands for any one folder. */
const isIn = (path: string, place: string) =>
  path.startsWith(place) || (place.includes('*') && matchesGlob(path, `${place}**`));
const ownPackage = (target: string) => /^@avow\/([^/]+)/.exec(target)?.[1] ?? null;

describe('the packages and rooms, and their direction', () => {
  it('found the source', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(outside.length).toBeGreaterThan(100);
  });

  it('every relative import, thread and process names a file that exists', () => {
    const missing = files.flatMap(({ path, text }) =>
      [...text.matchAll(namedPattern)]
        .map(([, target = '']) => fileNamed(path, target))
        .filter((file) => file !== null && !existsSync(join(root, file))),
    );
    expect(missing).toEqual([]);
  });

  it('a package imports what its manifest names, and its manifest names what the design allows', () => {
    const manifests = Object.keys(packages).map((name) => {
      const text = readFileSync(join(root, `packages/${name}/package.json`), 'utf8');
      const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(text);
      const imported = files
        .filter(({ path }) => packageOf(path) === name)
        .flatMap(({ imports }) => imports.map(ownPackage).filter((own) => own !== null && own !== name));
      return {
        name,
        named: Object.keys(dependencies)
          .map(ownPackage)
          .filter((own) => own !== null),
        imported: [...new Set(imported)].toSorted(),
      };
    });
    for (const { name, named, imported } of manifests) {
      expect(named, name).toEqual(packages[name]);
      expect(imported, name).toEqual(packages[name]);
    }
  });

  it('a package is entered by its entries only, from inside and outside', () => {
    const crossing = [...files, ...outside].flatMap(({ path, imports }) =>
      imports
        .map((target) => fileNamed(path, target))
        .filter((file) => file?.startsWith('packages/') === true)
        .filter((file) => !path.startsWith(`packages/${packageOf(file ?? '')}/src/`))
        .map((file) => `${path} → ${file}`),
    );
    expect(crossing).toEqual([]);
  });

  it('an entry begins with what it is for, and lists no more names than a reader holds', () => {
    expect(faces.length).toBeGreaterThan(70);
    expect(faces.filter(({ text }) => !text.startsWith('/**')).map(({ address }) => address)).toEqual([]);
    const long = faces.filter(({ names }) => names.length > 40 || names.length === 0);
    expect(long.map(({ address, names }) => `${address}: ${names.length}`)).toEqual([]);
  });

  it('a name has one address in its package', () => {
    // Pages that only ask load a smaller client, which has to have the errors too.
    const inOnePlace = faces.filter(({ address }) => address !== '@avow/client/ask');
    const addresses = Object.groupBy(
      inOnePlace.flatMap((face) => face.names.map((name) => ({ key: `${face.package}: ${name}`, face }))),
      ({ key }) => key,
    );
    const several = Object.entries(addresses)
      .filter(([, found = []]) => found.length > 1)
      .map(([key, found = []]) => `${key} at ${found.map(({ face }) => face.address).join(', ')}`);
    expect(several).toEqual([]);
  });

  it('an exported name stands for one thing in all packages', () => {
    const declaring = Object.groupBy(
      files.flatMap(({ path, text }) => [...new Set(namesDeclared(text))].map((name) => ({ name, path }))),
      ({ name }) => name,
    );
    const several = Object.keys(declaring).filter((name) => (declaring[name] ?? []).length > 1);
    expect(several.toSorted()).toEqual([
      // As it is stored or typed in, beside the same on the wire.
      'FoundItem',
      'Handover',
      'ItemFilter',
      // Of a database, and of a page.
      'Table',
      // Of a stream, as a client gets them, and of a log.
      'readEvents',
    ]);
  });

  it('no package imports research, by its name or by a path, in its tests neither', () => {
    const reaching = readSource('packages/*/{src,test,build,generate}/**/*.{ts,tsx}').flatMap(
      ({ path, imports }) =>
        imports
          .filter(
            (target) =>
              ownPackage(target) === 'research' || fileNamed(path, target)?.startsWith('research/') === true,
          )
          .map((target) => `${path} → ${target}`),
    );
    expect(reaching).toEqual([]);
  });

  it('no room of the server reaches one that it may not know', () => {
    const breaches = files
      .filter(({ path }) => path.startsWith(serverSource))
      .flatMap(({ path, imports }) => {
        const room = roomOf(path);
        if (room === null) return [];
        const may = rooms[room];
        if (may === undefined) return [`${path}: the room ${room} is not in the design`];
        return imports
          .map((target) => fileNamed(path, target))
          .filter((file) => file !== null)
          .filter((file) => roomOf(file) !== room && !may.includes(roomOf(file) ?? ''))
          .map((file) => `${path} → ${file}`);
      });
    expect(breaches).toEqual([]);
  });

  it('a feature uses another by the file that has its name, or by its store', () => {
    const used = files.flatMap(({ path, imports }) => {
      const from = featureOf(path);
      if (from === null || roomOf(path) === 'store') return [];
      return imports
        .map((target) => fileNamed(path, target))
        .filter((file) => file !== null)
        .filter((file) => roomOf(file) === 'logic' && featureOf(file) !== from)
        .map((file) => file.slice(`${serverSource}features/`.length))
        .filter((file) => !/^([^/]+)\/(?:\1|[\w-]+-store)\.ts$/.test(file));
    });
    expect([...new Set(used)].toSorted()).toEqual([]);
  });

  it('the command line calls the operations of the API, and no store', () => {
    const reaching = files
      .filter(({ path }) => path.startsWith(`${serverSource}features/`) && roomOf(path) === 'commands')
      .filter(({ text }) => /[.{,]\s*store\b(?!s)/.test(text))
      .map(({ path }) => path.slice(`${serverSource}features/`.length));
    expect(reaching.toSorted()).toEqual([]);
  });

  it('a library is known only where it belongs', () => {
    const breaches = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => confined[target]?.some((place) => isIn(path, place)) === false)
        .map((target) => `${path} → ${target}`),
    );
    expect(breaches).toEqual([]);
  });

  it('of the server, only stores and whatever opens them know the storage', () => {
    const breaches = files
      .filter(({ path }) => path.startsWith(serverSource) && !knowingStorage.includes(roomOf(path) ?? ''))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => ['storage', 'search-postgres'].includes(ownPackage(target) ?? ''))
          .map((target) => `${path} → ${target}`),
      );
    expect(breaches).toEqual([]);
  });

  it('the arithmetic of the log depends on nothing, and the contract on zod alone', () => {
    const reached = (folder: string) => [
      ...new Set(
        files
          .filter(({ path }) => path.startsWith(folder))
          .flatMap(({ path, imports }) =>
            imports.filter((target) => fileNamed(path, target)?.startsWith(folder) !== true),
          ),
      ),
    ];
    expect(reached('packages/ledger-log/src/')).toEqual([]);
    expect(reached('packages/contract/src/')).toEqual(['zod']);
  });

  it('no imports go in a circle', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [
        path,
        imports.map((target) => fileNamed(path, target)).filter((file) => file !== null),
      ]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
        return;
      }
      if (done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });

  it('the threads of store and search start without whole packages and the schemas of the contract', () => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    // Imports of types are gone when it runs.
    const loaded = (text: string) =>
      [...text.matchAll(/^(?:import|export) (?!type )([^;]*?) ?from '([^']+)'/gm)]
        .filter(([, names = '']) => !/^\{(?:\s*type [\w$]+,?)+\s*\}$/.test(names.trim()))
        .map(([, , target = '']) => target);
    const workers = files.filter(({ path }) =>
      /server\/src\/storage\/sqlite\/(?:writer|reader)-worker\.ts$|search\/src\/threads\/(?:search|writer)-thread\.ts$/.test(
        path,
      ),
    );
    const reached = new Set(workers.map(({ path }) => path));
    for (const path of reached)
      for (const target of loaded(texts.get(path) ?? ''))
        reached.add(fileNamed(path, target) ?? faceOf.get(target) ?? target);
    expect(workers).toHaveLength(4);
    expect(reached).toContain('packages/contract/src/values.ts');
    // Each module of a whole package costs every start of a thread a millisecond.
    for (const name of ['contract', 'ledger', 'ledger-log', 'text'])
      expect(reached).not.toContain(`packages/${name}/src/index.ts`);
    const ofFoundation = [...reached].filter((path) => /^packages\/foundation\/src\/[\w-]+\.ts$/.test(path));
    expect(ofFoundation.toSorted()).toEqual(
      ['clock', 'files', 'index'].map((name) => `packages/foundation/src/${name}.ts`),
    );
    expect(reached).not.toContain('zod');
  });

  it('the environment is read in one place', () => {
    const reading = /process\.env\b|import [^;]*\b(?:env|process)\b[^;]* from '(?:node:)?process'/;
    const readers = files.filter(({ text }) => reading.test(text)).map(({ path }) => path);
    // A confined process gets from it what to run, and what was put in place.
    const launching = ['launch-confined', 'probe-process'].map(
      (name) => `packages/confinement/src/${name}.ts`,
    );
    expect(readers.toSorted()).toEqual([
      ...launching,
      // Sets it: libraries choose their form for production by it.
      'packages/console/src/build/run.ts',
      `${serverSource}cli/main.ts`,
    ]);
  });

  it('only the text package knows what the marks of Markdown are', () => {
    // Runs of fence marks and of hashes, list markers, rules of tables and cells: as a pattern would have them.
    const marks = /`\{3,?\}|~\{3,?\}|#\{1,6\}|\[-\*\+|\d\{1,\d\}\[\.\)\]|:\?-\+:\?|\(\?<!\\\\\)\\\||`\[\^`/;
    const readers = [...files, ...outside].filter(({ text }) => marks.test(text)).map(({ path }) => path);
    expect(readers.filter((path) => !path.startsWith('packages/text/src/markdown/')).toSorted()).toEqual([
      // JSON that a model wrapped in marks, also within one line.
      'packages/answering/src/write/read-json-written.ts',
      // Signs of an attack, whatever they would be in Markdown.
      'packages/guardrails/src/prompt-attack/find-markers.ts',
    ]);
  });

  it('no file is longer than a reader can hold', () => {
    // The entry of a package is a list, which nobody has to hold.
    const long = files
      .filter(
        ({ path, text }) => !/^packages\/[\w-]+\/src\/index\.ts$/.test(path) && text.split('\n').length > 300,
      )
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });
});
