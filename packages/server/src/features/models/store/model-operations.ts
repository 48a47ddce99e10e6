import type { Operation, Row, Statements } from '@avow/storage';
import { languageModels } from './model-tables.ts';

type ModelRow = Row<typeof languageModels>;

const currentSql = `SELECT ${languageModels.columns.join(', ')} FROM language_models ORDER BY revision DESC LIMIT 1`;

/** The reader's operation on language models. */
export function createModelReads({ read }: Statements) {
  const current = read<ModelRow>(currentSql);
  return { currentModels: (): Operation<ModelRow | null> => current.first() };
}

/** The writer's operation on language models. */
export function createModelWrites({ read, change }: Statements) {
  const current = read<ModelRow>(currentSql);
  const insert = change(
    `INSERT INTO language_models (revision, sealed, created_at_ms, created_by) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`,
  );
  const dropEarlier = change('DELETE FROM language_models WHERE revision < ?');
  return {
    *putModels(row: ModelRow): Operation<'put' | 'conflict'> {
      const before = (yield* current.first())?.revision ?? 0;
      if (before !== row.revision - 1) return 'conflict';
      const { revision, sealed, created_at_ms: atMs, created_by: by } = row;
      if ((yield* insert.run(revision, sealed, atMs, by)) === 0) return 'conflict';
      yield* dropEarlier.put(revision);
      return 'put';
    },
  };
}
