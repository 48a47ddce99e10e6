import type { CallerId } from '@avow/foundation';
import { blob, defineTable, integer, text } from '@avow/storage';

/** One row at most. */
export const languageModels = defineTable(
  'language_models',
  {
    revision: integer('CHECK (revision >= 1)'),
    sealed: blob(),
    created_at_ms: integer(),
    created_by: text<CallerId>(),
  },
  {
    key: ['revision'],
    installation: 'SELECT, INSERT, DELETE',
  },
);
