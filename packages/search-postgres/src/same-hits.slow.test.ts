import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DocumentId, newId, type PackVersion, type TenantId } from '@avow/foundation';
import { openPassageSearch, type Passage, type PassageHit, type PassageSearch } from '@avow/search';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresSearch } from './open-postgres-search.ts';
import { startVectorDatabase, type VectorDatabase } from './test-support/start-vector-database.ts';

let database: VectorDatabase;
let directory: string;
let engines: readonly [PassageSearch, PassageSearch];
beforeAll(async () => {
  database = await startVectorDatabase();
  directory = await mkdtemp(join(tmpdir(), 'avow-same-hits-'));
  engines = [
    await openPassageSearch({ directory }),
    await openPostgresSearch({ url: database.url, connections: 2 }),
  ];
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await database.stop();
  await rm(directory, { recursive: true, force: true });
});

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff;
  };
}
const random = createRandom(7);
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
const words =
  'travel approve manager holiday day leave sick office key badge opens closes report expense claim limit week'.split(
    ' ',
  );
const sentence = (longest: number) =>
  Array.from({ length: 2 + Math.floor(random() * longest) }, () => pick(words)).join(' ');
const tenantId: TenantId = newId('ten', 1);
const packs = Array.from({ length: 3 }, (): PackVersion => ({ packId: newId('pack', 1), version: 1 }));
/** Templates, which stand in several documents and packs. */
const repeated = Array.from({ length: 6 }, () => sentence(12));

function documentOf(): Passage[] {
  const documentId: DocumentId = newId('doc', 1);
  return Array.from({ length: 1 + Math.floor(random() * 5) }, (_, ordinal) => {
    const text = random() < 0.3 ? pick(repeated) : sentence(14);
    return {
      ...{ kind: 'document', documentId, revision: 1, ordinal, text, start: 0, end: text.length },
      headings: random() < 0.3 ? pick(words) : '',
      groups: random() < 0.2 ? ['staff'] : [],
      ...{ validFromMs: null, validUntilMs: null, isHistorical: random() < 0.1 },
    };
  });
}

function direction(): Float32Array {
  const vector = Float32Array.from({ length: 32 }, () => random() - 0.5);
  return vector.map((value) => value / Math.hypot(...vector));
}

async function load(pack: PackVersion): Promise<void> {
  const passages = Array.from({ length: 15 }, documentOf).flat();
  for (const engine of engines) {
    const added = async function* () {
      yield passages;
    };
    const version = { pack, base: null, removed: [], added: added() };
    await engine.stageVersion(tenantId, version, () => undefined);
  }
  const waiting = await engines[0].listWaiting(tenantId, { pack, encoder: 'encoder', limit: 500 });
  const vectors = waiting.map(({ key }) => ({ key, vector: direction() }));
  for (const engine of engines) await engine.addVectors(tenantId, { pack, encoder: 'encoder', vectors });
}

const namesOf = (hits: readonly PassageHit[]) =>
  hits.map(({ pack, documentId, ordinal, score, alsoAt }) => ({ pack, documentId, ordinal, score, alsoAt }));

it('finds the same passages in the same order and with the same scores as the embedded search', async () => {
  for (const pack of packs) await load(pack);
  for (let question = 0; question < 120; question += 1) {
    const wanted = {
      ...{ kind: 'document' as const, text: sentence(8), vector: question % 2 === 0 ? null : direction() },
      ...{ packs: packs.slice(question % 3), groups: pick([[], ['staff']]), nowMs: 1 },
      ...{ limit: pick([3, 6, 20]), timeoutMs: 20_000 },
    };
    const [embedded, postgres] = await Promise.all(engines.map((one) => one.search(tenantId, wanted)));
    expect(namesOf(postgres ?? [])).toEqual(namesOf(embedded ?? []));
  }
});
