import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
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
  ledger: ['contract', 'foundation'],
  chat: ['client', 'foundation', 'text'],
  console: ['client', 'contract', 'ledger', 'text'],
  documents: ['confinement', 'foundation', 'text'],
  connectors: ['confinement', 'contract', 'documents', 'foundation'],
  search: ['foundation', 'text'],
  inference: ['contract', 'foundation', 'text'],
  guardrails: ['contract', 'foundation', 'inference', 'text'],
  evaluation: ['contract', 'foundation', 'text'],
  server: [
    'chat',
    'client',
    'confinement',
    'connectors',
    'console',
    'contract',
    'documents',
    'evaluation',
    'foundation',
    'guardrails',
    'inference',
    'ledger',
    'search',
    'text',
    'weights',
  ],
};

/** The rooms of the server. Each may know those above it, if it needs them: `app` is the only one that constructs. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  answers: [],
  access: [],
  config: [],
  people: ['access', 'config'],
  telemetry: [],
  backups: [],
  confidence: ['answers'],
  records: ['answers'],
  content: [],
  sources: ['access', 'content'],
  feedback: ['access', 'answers', 'confidence', 'content', 'records'],
  insights: ['answers', 'content', 'feedback', 'records'],
  answering: ['access', 'answers', 'confidence', 'content', 'records', 'telemetry'],
  evaluations: ['answering', 'answers', 'confidence', 'content', 'insights', 'records'],
  webhooks: ['access', 'records'],
  stores: [
    'access',
    'answers',
    'content',
    'feedback',
    'insights',
    'people',
    'records',
    'sources',
    'webhooks',
  ],
  http: [
    'access',
    'answering',
    'answers',
    'content',
    'feedback',
    'insights',
    'people',
    'records',
    'sources',
    'telemetry',
    'webhooks',
  ],
  app: [
    'access',
    'answering',
    'answers',
    'backups',
    'confidence',
    'config',
    'content',
    'evaluations',
    'feedback',
    'http',
    'insights',
    'people',
    'records',
    'sources',
    'stores',
    'telemetry',
    'webhooks',
  ],
  cli: [
    'access',
    'answering',
    'app',
    'backups',
    'config',
    'content',
    'evaluations',
    'people',
    'records',
    'sources',
    'stores',
    'webhooks',
  ],
};

/** Libraries that only some places may know. */
const confined: Readonly<Record<string, readonly string[]>> = {
  fastify: ['packages/server/src/http/', 'packages/server/src/app/'],
  commander: ['packages/server/src/cli/'],
  'prom-client': ['packages/server/src/telemetry/'],
  'node:sqlite': [
    'packages/server/src/stores/',
    'packages/server/src/cli/',
    'packages/foundation/src/files/',
  ],
  pg: ['packages/server/src/stores/postgres/'],
  pino: ['packages/foundation/src/log/'],
  'onnxruntime-node': ['packages/inference/src/embedded/'],
  ai: ['packages/inference/src/language/'],
  cockatiel: ['packages/inference/src/language/'],
  undici: ['packages/inference/src/language/'],
  standardwebhooks: ['packages/server/src/webhooks/'],
  '@node-rs/argon2': ['packages/server/src/people/'],
  '@simplewebauthn/server': ['packages/server/src/people/'],
  'openid-client': ['packages/server/src/people/'],
  koffi: ['packages/confinement/src/linux/'],
  jose: [
    'packages/connectors/src/google/',
    'packages/connectors/src/test-support/',
    'packages/server/src/people/',
  ],
  '@modelcontextprotocol/server': ['packages/server/src/http/', 'packages/server/src/cli/'],
  '@slack/bolt': ['packages/chat/src/slack/'],
  '@microsoft/teams.apps': ['packages/chat/src/teams/'],
  'age-encryption': ['packages/server/src/backups/', 'packages/server/src/access/unwrap-master-key.ts'],
  aws4fetch: ['packages/connectors/src/', 'packages/server/src/backups/'],
  'modern-tar': ['packages/server/src/backups/'],
};

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

const isTest = (path: string) => /\.(test|suite)\.ts$|\/test-support\/|\/src\/testing\.ts$/.test(path);
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
const roomOf = (path: string) => {
  const [room = '', ...rest] = path.slice(serverSource.length).split('/');
  return rest.length === 0 ? null : room;
};
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

  it('the rooms build on each other in one direction', () => {
    const order = Object.keys(rooms);
    const upwards = order.flatMap((room, index) =>
      (rooms[room] ?? [])
        .filter((other) => order.indexOf(other) >= index)
        .map((other) => `${room} → ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  it('a library is known only where it belongs', () => {
    const breaches = files.flatMap(({ path, imports }) =>
      imports
        .filter((target) => confined[target]?.some((place) => path.startsWith(place)) === false)
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
    expect(reached('packages/ledger/src/log/')).toEqual([]);
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
    const entryOf = (target: string) => {
      const [, name = '', entry = 'index'] = /^@avow\/([^/]+)(?:\/(.+))?$/.exec(target) ?? [];
      return name === '' ? null : `packages/${name}/src/${entry}.ts`;
    };
    const workers = files.filter(({ path }) =>
      /stores\/sqlite\/.*(?:writer|reader)-worker\.ts$|search\/src\/threads\/(?:search|writer)-thread\.ts$/.test(
        path,
      ),
    );
    const reached = new Set(workers.map(({ path }) => path));
    for (const path of reached)
      for (const target of loaded(texts.get(path) ?? ''))
        reached.add(fileNamed(path, target) ?? entryOf(target) ?? target);
    expect(workers).toHaveLength(4);
    expect(reached).toContain('packages/contract/src/plain.ts');
    // Each module of a whole package costs every start of a thread a millisecond.
    for (const name of ['contract', 'foundation', 'ledger', 'text'])
      expect(reached).not.toContain(`packages/${name}/src/index.ts`);
    expect(reached).not.toContain('zod');
  });

  it('the environment is read in one place', () => {
    const readers = files.filter(({ text }) => text.includes('process.env')).map(({ path }) => path);
    // A confined process gets from it what to run, and what was put in place.
    const launching = ['launch-confined', 'probe-process'].map(
      (name) => `packages/confinement/src/${name}.ts`,
    );
    expect(readers.toSorted()).toEqual([...launching, `${serverSource}cli/main.ts`]);
  });

  it('only the text package knows what the marks of Markdown are', () => {
    // Runs of fence marks and of hashes, list markers, rules of tables and cells: as a pattern would have them.
    const marks = /`\{3,?\}|~\{3,?\}|#\{1,6\}|\[-\*\+|\d\{1,\d\}\[\.\)\]|:\?-\+:\?|\(\?<!\\\\\)\\\||`\[\^`/;
    const readers = [...files, ...outside].filter(({ text }) => marks.test(text)).map(({ path }) => path);
    expect(readers.filter((path) => !path.startsWith('packages/text/src/markdown/')).toSorted()).toEqual([
      // Signs of an attack, whatever they would be in Markdown.
      'packages/guardrails/src/prompt-attack/find-markers.ts',
      // JSON that a model wrapped in marks, also within one line.
      `${serverSource}answering/generation/read-json-written.ts`,
    ]);
  });

  it('no file is longer than a reader can hold', () => {
    // The entry of a package is a list, which nobody has to hold.
    const long = files
      .filter(
        ({ path, text }) => !/^packages\/\w+\/src\/index\.ts$/.test(path) && text.split('\n').length > 300,
      )
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });
});
