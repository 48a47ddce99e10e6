import type { Passage } from '@avow/search';
import type { PackNumbers } from './lock-pack.ts';
import type { Ask } from './search-transactions.ts';

interface Postings {
  readonly units: number[];
  readonly frequencies: number[];
  readonly lengths: number[];
}

const termsPerStatement = 5_000;
const addBatchSql = 'INSERT INTO search_batches (tenant_id, pack, batch, unit_count) VALUES ($1, $2, $3, $4)';
const addPostingsSql = `INSERT INTO search_postings (tenant_id, pack, kind, term, batch, units, frequencies, lengths)
SELECT $1, $2, $3, one.term, $4, one.units::int[], one.frequencies::int[], one.lengths::int[]
FROM unnest($5::text[], $6::text[], $7::text[], $8::text[]) AS one (term, units, frequencies, lengths)`;

/** The postings of units that are filed together: a row for each term, however many units have it. */
export class PostingBatch {
  readonly #kinds = new Map<Passage['kind'], Map<string, Postings>>();
  unitCount = 0;

  add({
    kind,
    unit,
    counts,
    length,
  }: {
    readonly kind: Passage['kind'];
    readonly unit: number;
    readonly counts: ReadonlyMap<string, number>;
    readonly length: number;
  }): void {
    this.unitCount += 1;
    const terms = this.#kinds.get(kind) ?? new Map<string, Postings>();
    this.#kinds.set(kind, terms);
    for (const [term, count] of counts) {
      const postings = terms.get(term) ?? { units: [], frequencies: [], lengths: [] };
      terms.set(term, postings);
      postings.units.push(unit);
      postings.frequencies.push(count);
      postings.lengths.push(length);
    }
  }

  async write(ask: Ask, { tenantId, pack }: PackNumbers, batch: number): Promise<void> {
    if (this.unitCount === 0) return;
    await ask(addBatchSql, [tenantId, pack, batch, this.unitCount]);
    for (const [kind, terms] of this.#kinds) {
      const all = [...terms];
      for (let start = 0; start < all.length; start += termsPerStatement) {
        const part = all.slice(start, start + termsPerStatement);
        await ask(addPostingsSql, [
          ...[tenantId, pack, kind, batch, part.map(([term]) => term)],
          part.map(([, { units }]) => `{${units.join(',')}}`),
          part.map(([, { frequencies }]) => `{${frequencies.join(',')}}`),
          part.map(([, { lengths }]) => `{${lengths.join(',')}}`),
        ]);
      }
    }
  }
}
