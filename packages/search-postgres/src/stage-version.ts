import type { PackVersion, TenantId } from '@avow/foundation';
import type { Passage, PassageSearch } from '@avow/search';
import { countTerms, PassageSearchError, requireValidPassage, unitKey } from '@avow/search/engine';
import { lockPack, type PackNumbers, saveNumbers } from './lock-pack.ts';
import { PostingBatch } from './posting-batch.ts';
import type { Ask } from './search-transactions.ts';

type Staged = Parameters<PassageSearch['stageVersion']>[1];

interface NewPlace {
  readonly unit: number;
  readonly entry: number;
  readonly passage: Passage;
}

const passagesPerStatement = 2_000;
/** Postings of so many units are gathered in memory before they are written. */
const unitsPerBatch = 20_000;
/** With more small batches than this, they become one: every term is looked up in each of them. */
const smallBatchesMax = 8;

const baseSql = 'SELECT stage FROM search_versions WHERE tenant_id = $1 AND pack = $2 AND version = $3';
const knownUnitsSql =
  'SELECT key, unit FROM search_units WHERE tenant_id = $1 AND pack = $2 AND key = ANY($3::text[])';
const addUnitsSql = `INSERT INTO search_units (tenant_id, pack, unit, kind, key, length, headings, words)
SELECT $1, $2, one.* FROM unnest($3::int[], $4::text[], $5::text[], $6::int[], $7::bytea[], $8::bytea[]) AS one`;
const addEntriesSql = `INSERT INTO search_entries (tenant_id, pack, entry, document_id, revision)
SELECT $1, $2, one.* FROM unnest($3::bigint[], $4::text[], $5::bigint[]) AS one`;
const addPlacesSql = `INSERT INTO search_places
  (tenant_id, pack, place, unit, entry, ordinal, start_at, end_at, is_historical, groups, valid_from_ms, valid_until_ms)
SELECT $1, $2, one.place, one.unit, one.entry, one.ordinal, one.start_at, one.end_at, one.is_historical, one.groups::text[],
  one.valid_from_ms, one.valid_until_ms
FROM unnest($3::bigint[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::boolean[], $10::text[],
  $11::float8[], $12::float8[])
  AS one (place, unit, entry, ordinal, start_at, end_at, is_historical, groups, valid_from_ms, valid_until_ms)`;
const entryOf = (row: string) => `CROSS JOIN LATERAL (
  SELECT document_id, revision, place_count FROM search_entries AS one
  WHERE one.tenant_id = $1 AND one.pack = $2 AND one.entry = ${row}.entry OFFSET 0
) AS entry`;
const keepMembersSql = `INSERT INTO search_members (tenant_id, pack, entry, stage)
SELECT $1, $2, member.entry, $4 FROM search_members AS member ${entryOf('member')}
WHERE member.tenant_id = $1 AND member.pack = $2 AND member.stage = $3
  AND NOT EXISTS (SELECT 1 FROM unnest($5::text[], $6::bigint[]) AS removed (id, revision)
    WHERE removed.id = entry.document_id AND removed.revision = entry.revision)`;
const addMembersSql =
  'INSERT INTO search_members (tenant_id, pack, entry, stage) SELECT $1, $2, entry, $4 FROM unnest($3::bigint[]) AS entry';
const replaceSql = `WITH old AS (
  SELECT stage FROM search_versions WHERE tenant_id = $1 AND pack = $2 AND version = $3
) DELETE FROM search_members USING old
WHERE search_members.tenant_id = $1 AND search_members.pack = $2 AND search_members.stage = old.stage`;
const putVersionSql = `INSERT INTO search_versions (tenant_id, pack, version, stage) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id, pack, version) DO UPDATE SET stage = excluded.stage`;
const countPlacesSql = `UPDATE search_entries AS entry SET place_count = counted.places
FROM unnest($3::bigint[], $4::bigint[]) AS counted (entry, places)
WHERE entry.tenant_id = $1 AND entry.pack = $2 AND entry.entry = counted.entry`;
const countSql = `SELECT coalesce(sum(entry.place_count), 0)::int AS count
FROM search_members AS member ${entryOf('member')}
WHERE member.tenant_id = $1 AND member.pack = $2 AND member.stage = $3`;
const smallBatchesSql = `SELECT batch, unit_count FROM search_batches
WHERE tenant_id = $1 AND pack = $2 AND unit_count < ${unitsPerBatch}`;
const mergeSql = `WITH moved AS (
  DELETE FROM search_postings WHERE tenant_id = $1 AND pack = $2 AND batch = ANY($3::bigint[])
  RETURNING kind, term, units, frequencies, lengths
)
INSERT INTO search_postings (tenant_id, pack, kind, term, batch, units, frequencies, lengths)
SELECT $1, $2, moved.kind, moved.term, $4, array_agg(one.unit), array_agg(one.frequency), array_agg(one.length)
FROM moved CROSS JOIN LATERAL unnest(moved.units, moved.frequencies, moved.lengths) AS one (unit, frequency, length)
GROUP BY moved.kind, moved.term`;

/**
 * Files a version in one transaction: nobody sees anything of it before it is complete, and of one that is broken off nothing
 * is left.
 */
export async function stageVersion(
  ask: Ask,
  {
    tenantId,
    version,
    onProgress,
  }: {
    readonly tenantId: TenantId;
    readonly version: Staged;
    readonly onProgress: (passagesDone: number) => void;
  },
): Promise<{ readonly passageCount: number }> {
  const { pack, base, removed, added } = version;
  const numbers = await lockPack(ask, tenantId, pack.packId, 'create');
  if (numbers === null) throw new Error('a pack that was made is not there');
  const baseStage =
    base === null ? null : await findBase(ask, numbers, { packId: pack.packId, version: base });
  const stage = new Stage(ask, numbers);
  let done = 0;
  for await (const passages of added) {
    for (let start = 0; start < passages.length; start += passagesPerStatement) {
      const part = passages.slice(start, start + passagesPerStatement);
      await stage.add(part);
      done += part.length;
      onProgress(done);
    }
  }
  return await stage.finish({ version: pack.version, baseStage, removed });
}

async function findBase(ask: Ask, { tenantId, pack }: PackNumbers, base: PackVersion): Promise<number> {
  const [row] = await ask(baseSql, [tenantId, pack, base.version]);
  if (row !== undefined) return Number(row['stage']);
  throw new PassageSearchError('missing_version', 'a version is missing from the search tables', {
    pack: base,
  });
}

class Stage {
  readonly #ask: Ask;
  readonly #numbers: PackNumbers;
  readonly #entries = new Map<string, number>();
  readonly #placeCounts = new Map<number, number>();
  readonly #unwritten: Array<Pick<Passage, 'documentId' | 'revision'> & { readonly entry: number }> = [];
  #postings = new PostingBatch();

  constructor(ask: Ask, numbers: PackNumbers) {
    this.#ask = ask;
    this.#numbers = numbers;
  }

  async add(passages: readonly Passage[]): Promise<void> {
    for (const passage of passages) requireStorable(passage);
    const units = await this.#addUnits(passages);
    const places = passages.map((passage, position) => ({
      passage,
      unit: units[position] ?? 0,
      entry: this.#entryOf(passage),
    }));
    await this.#addEntries();
    await this.#addPlaces(places);
    if (this.#postings.unitCount >= unitsPerBatch) await this.#writePostings();
  }

  async finish({
    version,
    baseStage,
    removed,
  }: {
    readonly version: number;
    readonly baseStage: number | null;
    readonly removed: Staged['removed'];
  }): Promise<{ readonly passageCount: number }> {
    await this.#writePostings();
    await this.#mergeBatches();
    const { tenantId, pack } = this.#numbers;
    const [next] = await this.#ask("SELECT nextval('search_numbers') AS stage");
    const stage = Number(next?.['stage']);
    const ids = removed.map(({ id }) => id);
    const revisions = removed.map(({ revision }) => revision);
    if (baseStage !== null)
      await this.#ask(keepMembersSql, [tenantId, pack, baseStage, stage, ids, revisions]);
    const counts = [...this.#placeCounts];
    await this.#ask(countPlacesSql, [
      ...[tenantId, pack],
      ...[counts.map(([entry]) => entry), counts.map(([, places]) => places)],
    ]);
    await this.#ask(addMembersSql, [tenantId, pack, [...this.#entries.values()], stage]);
    await this.#ask(replaceSql, [tenantId, pack, version]);
    await this.#ask(putVersionSql, [tenantId, pack, version, stage]);
    await saveNumbers(this.#ask, this.#numbers);
    const [counted] = await this.#ask(countSql, [tenantId, pack, stage]);
    return { passageCount: Number(counted?.['count'] ?? 0) };
  }

  /** The numbers of their units; new ones are filed. */
  async #addUnits(passages: readonly Passage[]): Promise<number[]> {
    const { tenantId, pack } = this.#numbers;
    const keys = passages.map(unitKey);
    const rows = await this.#ask(knownUnitsSql, [tenantId, pack, [...new Set(keys)]]);
    const known = new Map(rows.map((row) => [String(row['key']), Number(row['unit'])]));
    const fresh: Array<{
      readonly unit: number;
      readonly key: string;
      readonly passage: Passage;
      readonly length: number;
    }> = [];
    for (const [position, passage] of passages.entries()) {
      const key = keys[position] ?? '';
      if (known.has(key)) continue;
      this.#numbers.lastUnit += 1;
      const unit = this.#numbers.lastUnit;
      known.set(key, unit);
      const { counts, length } = countTerms(passage);
      this.#postings.add({ kind: passage.kind, unit, counts, length });
      fresh.push({ unit, key, passage, length });
    }
    if (fresh.length > 0)
      await this.#ask(addUnitsSql, [
        ...[tenantId, pack, fresh.map(({ unit }) => unit), fresh.map(({ passage }) => passage.kind)],
        ...[fresh.map(({ key }) => key), fresh.map(({ length }) => length)],
        fresh.map(({ passage }) => Buffer.from(passage.headings)),
        fresh.map(({ passage }) => Buffer.from(passage.text)),
      ]);
    return keys.map((key) => known.get(key) ?? 0);
  }

  #entryOf({ documentId, revision }: Passage): number {
    const name = `${documentId} ${revision}`;
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    this.#numbers.lastNumber += 1;
    this.#entries.set(name, this.#numbers.lastNumber);
    this.#unwritten.push({ entry: this.#numbers.lastNumber, documentId, revision });
    return this.#numbers.lastNumber;
  }

  async #addEntries(): Promise<void> {
    const { tenantId, pack } = this.#numbers;
    const entries = this.#unwritten.splice(0);
    if (entries.length === 0) return;
    await this.#ask(addEntriesSql, [
      ...[tenantId, pack, entries.map(({ entry }) => entry)],
      ...[entries.map(({ documentId }) => documentId), entries.map(({ revision }) => revision)],
    ]);
  }

  async #addPlaces(places: readonly NewPlace[]): Promise<void> {
    const { tenantId, pack } = this.#numbers;
    for (const { entry } of places) this.#placeCounts.set(entry, (this.#placeCounts.get(entry) ?? 0) + 1);
    const first = this.#numbers.lastNumber + 1;
    this.#numbers.lastNumber += places.length;
    const passages = places.map(({ passage }) => passage);
    await this.#ask(addPlacesSql, [
      ...[tenantId, pack, places.map((_, position) => first + position)],
      ...[places.map(({ unit }) => unit), places.map(({ entry }) => entry)],
      ...[passages.map(({ ordinal }) => ordinal), passages.map(({ start }) => start)],
      ...[passages.map(({ end }) => end), passages.map(({ isHistorical }) => isHistorical === true)],
      passages.map(({ groups }) => writeArray(groups)),
      ...[passages.map(({ validFromMs }) => validFromMs), passages.map(({ validUntilMs }) => validUntilMs)],
    ]);
  }

  async #writePostings(): Promise<void> {
    this.#numbers.lastNumber += 1;
    await this.#postings.write(this.#ask, this.#numbers, this.#numbers.lastNumber);
    this.#postings = new PostingBatch();
  }

  async #mergeBatches(): Promise<void> {
    const { tenantId, pack } = this.#numbers;
    const small = await this.#ask(smallBatchesSql, [tenantId, pack]);
    if (small.length <= smallBatchesMax) return;
    this.#numbers.lastNumber += 1;
    const batch = this.#numbers.lastNumber;
    const batches = small.map((row) => Number(row['batch']));
    const count = small.reduce((total, row) => total + Number(row['unit_count']), 0);
    await this.#ask(mergeSql, [tenantId, pack, batches, batch]);
    await this.#ask(
      'DELETE FROM search_batches WHERE tenant_id = $1 AND pack = $2 AND batch = ANY($3::bigint[])',
      [tenantId, pack, batches],
    );
    await this.#ask(
      'INSERT INTO search_batches (tenant_id, pack, batch, unit_count) VALUES ($1, $2, $3, $4)',
      [tenantId, pack, batch, count],
    );
  }
}

/** Ids and groups are texts in PostgreSQL, which have no zero character. */
function requireStorable(passage: Passage): void {
  requireValidPassage(passage);
  if ([passage.documentId, ...passage.groups].some((text) => text.includes('\0')))
    throw new RangeError('not a passage that can be searched: a zero character');
}

/** As PostgreSQL reads an array of texts. */
function writeArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
