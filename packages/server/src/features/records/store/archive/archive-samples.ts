import type { ArchivedSample } from '@avow/ledger/verification';
import type { Operation, Row, Statements } from '@avow/storage';
import { commitToDraw, commitToItems, detailsOfDraw } from '../../../samples/store/commit-to-sample.ts';
import { sampleItems, sampleJudgements, samples } from '../../../samples/store/sample-tables.ts';

interface Source {
  readonly statements: Statements;
  run<Value>(operation: Operation<Value>): Value;
}

/** Reads samples, with what the log must say of them. */
export function prepareSamples({ statements, run }: Source) {
  const draws = statements.read<Row<typeof samples>>(
    `SELECT ${samples.columns.join(', ')} FROM samples WHERE tenant_id = ? ORDER BY sample_id`,
  );
  const items = statements.read<Row<typeof sampleItems>>(
    `SELECT ${sampleItems.columns.join(', ')} FROM sample_items WHERE tenant_id = ? AND sample_id = ? ORDER BY position, message_id`,
  );
  const judged = statements.read<Row<typeof sampleJudgements>>(
    `SELECT ${sampleJudgements.columns.join(', ')} FROM sample_judgements WHERE tenant_id = ? AND sample_id = ? ORDER BY leaf_index, message_id`,
  );
  return {
    *list(tenantId: string, key: Uint8Array | null): Generator<ArchivedSample> {
      for (const row of run(draws.all(tenantId))) {
        const drawn = run(items.all(tenantId, row.sample_id));
        yield archivedSample(row, { drawn, judgements: run(judged.all(tenantId, row.sample_id)), key });
      }
    },
  };
}

function archivedSample(
  row: Row<typeof samples>,
  {
    drawn,
    judgements,
    key,
  }: {
    readonly drawn: readonly Row<typeof sampleItems>[];
    readonly judgements: readonly Row<typeof sampleJudgements>[];
    readonly key: Uint8Array | null;
  },
): ArchivedSample {
  const named = drawn.map(({ message_id: messageId, reason }) => ({ messageId, reason }));
  const signedOff = {
    ...{ leafIndex: row.signed_off_leaf, atMs: row.signed_off_at_ms, actor: row.signed_off_by },
  };
  return {
    sampleId: row.sample_id,
    draw: { leafIndex: row.leaf_index, atMs: row.drawn_at_ms, actor: row.drawn_by },
    details: readDetails(row, drawn.length),
    commitments: [...commitToItems(named), ...(key === null ? [] : [commitToDraw(key, row)])],
    isInOrder: drawn.every(({ position }, at) => position === at),
    judgements: judgements.map((one) => ({
      ...{ leafIndex: one.leaf_index, atMs: one.judged_at_ms, actor: one.judged_by },
      ...{ messageId: one.message_id, finding: one.finding },
    })),
    signedOff: Object.values(signedOff).some((value) => value !== null) ? signedOff : null,
  };
}

/** None if the row is not one that the service could have written. */
function readDetails(row: Row<typeof samples>, drawn: number): ArchivedSample['details'] {
  try {
    return detailsOfDraw(samples.decode(row), drawn);
  } catch {
    return [];
  }
}
