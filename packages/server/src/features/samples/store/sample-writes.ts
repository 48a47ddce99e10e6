import { intoTable, type OperationsFor, type Row, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { SampleStore } from '../sample-store.ts';
import { commitToDraw, commitToItems, detailsOfDraw } from './commit-to-sample.ts';
import { sampleItems, sampleJudgements, samples } from './sample-tables.ts';

const kind = 'sample';

/** The writer's operations on samples. */
export function createSampleWrites(
  { read, write, change }: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const count = read<{ readonly samples: number }>(
    'SELECT count(*) AS samples FROM samples WHERE tenant_id = ?',
  );
  const insert = write<Row<typeof samples>>(`INSERT ${intoTable('samples', samples.columns)}`);
  const insertItem = write<Row<typeof sampleItems>>(
    `INSERT ${intoTable('sample_items', sampleItems.columns)}`,
  );
  const insertJudgement = write<Row<typeof sampleJudgements>>(
    `INSERT ${intoTable('sample_judgements', sampleJudgements.columns)}`,
  );
  const find = read<{ readonly signed: number | null }>(
    'SELECT signed_off_at_ms AS signed FROM samples WHERE tenant_id = ? AND sample_id = ?',
  );
  const judgementsOf = read<{ readonly judgements: number }>(
    `SELECT (SELECT count(*) FROM sample_judgements WHERE sample_judgements.tenant_id = sample_items.tenant_id
        AND sample_judgements.sample_id = sample_items.sample_id
        AND sample_judgements.message_id = sample_items.message_id) AS judgements
      FROM sample_items WHERE tenant_id = ? AND sample_id = ? AND message_id = ?`,
  );
  const progress = read<{ readonly items: number; readonly judged: number }>(
    `SELECT (SELECT count(*) FROM sample_items WHERE tenant_id = ?1 AND sample_id = ?2) AS items,
      (SELECT count(DISTINCT message_id) FROM sample_judgements WHERE tenant_id = ?1 AND sample_id = ?2) AS judged`,
  );
  const sign = change(
    `UPDATE samples SET signed_off_at_ms = ?, signed_off_by = ?, signed_off_leaf = ?
     WHERE tenant_id = ? AND sample_id = ?`,
  );
  return {
    *putSample(tenantId, sample, { items, samplesMax }) {
      if (((yield* count.first(tenantId))?.samples ?? 0) >= samplesMax) return 'too_many';
      const { sampleId, drawnAtMs: atMs, drawnBy: actor } = sample;
      const unsigned = { signedOffAtMs: null, signedOffBy: null, signedOffLeaf: null };
      const row = samples.encode({ ...sample, tenantId, leafIndex: 0, ...unsigned });
      const { leafIndex } = yield* log.appendEvent(tenantId, {
        ...{ kind, subject: sampleId, state: 'drawn', atMs, actor },
        details: detailsOfDraw(sample, items.length),
        commitments: [...commitToItems(items), commitToDraw(yield* keys.getOrMake(tenantId), row)],
      });
      yield* insert.put({ ...row, leaf_index: leafIndex });
      for (const [position, item] of items.entries())
        yield* insertItem.put(sampleItems.encode({ ...item, tenantId, sampleId, position }));
      return 'kept';
    },
    *judgeItem(tenantId, { sampleId, messageId }, { atMs, by, finding, note, judgementsMax }) {
      const sample = yield* find.first(tenantId, sampleId);
      const item = yield* judgementsOf.first(tenantId, sampleId, messageId);
      if (sample === null || item === null) return 'unknown';
      if (sample.signed !== null) return 'signed_off';
      if (item.judgements >= judgementsMax) return 'too_many';
      const { leafIndex } = yield* log.appendEvent(tenantId, {
        ...{ kind, subject: sampleId, state: 'judged', atMs, actor: by, reason: note },
        details: [
          ['message', messageId],
          ['finding', finding],
        ],
      });
      yield* insertJudgement.put(
        sampleJudgements.encode({
          ...{ tenantId, sampleId, messageId, leafIndex, finding, judgedAtMs: atMs, judgedBy: by },
        }),
      );
      return 'judged';
    },
    *signOff(tenantId, sampleId, { atMs, by, statement }) {
      const sample = yield* find.first(tenantId, sampleId);
      if (sample === null) return 'unknown';
      if (sample.signed !== null) return 'signed_off';
      const { items = 0, judged = 0 } = (yield* progress.first(tenantId, sampleId)) ?? {};
      if (judged < items) return 'incomplete';
      const { leafIndex } = yield* log.appendEvent(tenantId, {
        ...{ kind, subject: sampleId, state: 'signed_off', atMs, actor: by, reason: statement },
        details: [['judged', String(judged)]],
      });
      yield* sign.put(atMs, by, leafIndex, tenantId, sampleId);
      return 'signed';
    },
  } satisfies OperationsFor<SampleStore>;
}
