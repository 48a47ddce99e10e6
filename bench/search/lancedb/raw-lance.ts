import { connect, Index, MatchQuery, makeArrowTable, rerankers, type Table } from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Int32, Schema, Utf8 } from 'apache-arrow';
import type { Asked, OpenEngine, SearchEngine } from '../search-engine.ts';
import { dimensions } from '../vector-rows.ts';

const rowsPerBatch = 5000;
/** Its vectors are stored coarsely; this many times the wanted ones are looked at again as they were. */
const refineFactor = 4;

export const rawLance: SearchEngine = {
  settings: `full text with stems, IVF_PQ refined × ${refineFactor}, reciprocal ranks`,
  async build({ folder, passages, vectors }) {
    const connection = await connect(folder);
    const schema = new Schema([
      new Field('row', new Int32(), false),
      new Field('text', new Utf8(), false),
      new Field(
        'vector',
        new FixedSizeList(dimensions, new Field('item', new Float32(), true)) as never,
        false,
      ),
    ]);
    const table = await connection.createEmptyTable('passages', schema);
    for (let start = 0; start < passages.length; start += rowsPerBatch) {
      const rows = passages
        .slice(start, start + rowsPerBatch)
        .map((text, at) => ({ row: start + at, text, vector: Array.from(vectors.row(start + at)) }));
      await table.add(makeArrowTable(rows, { schema }));
    }
    await table.optimize();
    await table.createIndex('text', {
      config: Index.fts({ withPosition: false, stem: true, removeStopWords: true, lowercase: true }),
    });
    await table.createIndex('vector', { config: Index.ivfPq({ distanceType: 'cosine' }) });
    return await engineOn(table);
  },
  async open(folder) {
    const connection = await connect(folder);
    return await engineOn(await connection.openTable('passages'));
  },
};

async function engineOn(table: Table): Promise<OpenEngine> {
  const fuse = await rerankers.RRFReranker.create();
  const columns = ['row', 'text'];
  const rowsOf = (rows: Array<{ row: number; text: string }>) => rows.map(({ row }) => row);
  const words = ({ text }: Asked) => new MatchQuery(text, 'text');
  const nearest = ({ vector }: Asked) => table.query().nearestTo(vector).refineFactor(refineFactor);
  return {
    byWords: async (asked) =>
      rowsOf(
        await table
          .query()
          .fullTextSearch(words(asked))
          .select([...columns, '_score'])
          .limit(asked.limit)
          .toArray(),
      ),
    byMeaning: async (asked) =>
      rowsOf(
        await nearest(asked)
          .select([...columns, '_distance'])
          .limit(asked.limit)
          .toArray(),
      ),
    byBoth: async (asked) =>
      rowsOf(
        await nearest(asked)
          .fullTextSearch(words(asked))
          .rerank(fuse)
          .select(columns)
          .limit(asked.limit)
          .toArray(),
      ),
    close: async () => table.close(),
  };
}
