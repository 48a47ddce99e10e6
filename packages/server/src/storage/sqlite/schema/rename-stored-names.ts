import type { DatabaseSync } from 'node:sqlite';
import { logEventIndexes } from './log-schema.ts';

type Json = Record<string, unknown>;

/** What earlier releases called the answer methods. */
const methodNames: Readonly<Record<string, string>> = {
  curated_meaning: 'curated_semantic',
  read: 'extractive',
  by_words: 'keyword',
  written_1: 'generative_tier_1',
  written_2: 'generative_tier_2',
  written_3: 'generative_tier_3',
};

/** The confidence model is named by a digest of its text: the same weights under the new method names have a new name. */
const modelNames = { before: 'avow-confidence-1191a109', after: 'avow-confidence-8157c6ef' };

/**
 * Version 7: the names that the API uses. Records and their journals are not touched, because the log commits to them; their
 * old names are translated when they are read.
 */
export function renameStoredNames(database: DatabaseSync): void {
  renameEventColumn(database);
  rewriteColumn(database, { table: 'labels', column: 'evidence', rewrite: renameEvidence });
  rewriteColumn(database, { table: 'calibrations', column: 'fit', rewrite: renameFit });
  rewriteColumn(database, { table: 'guardrail_policies', column: 'policy', rewrite: renamePolicy });
  rewriteColumn(database, { table: 'built_in_policies', column: 'policy', rewrite: renamePolicy });
  database
    .prepare('UPDATE calibrations SET model = ? WHERE model = ?')
    .run(modelNames.after, modelNames.before);
}

/** A database that this release creates has the new column from version 6 on. */
function renameEventColumn(database: DatabaseSync): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info('log_entries')").all();
  if (!columns.some(({ name }) => name === 'deed')) return;
  database.exec(`DROP INDEX log_deeds; DROP INDEX log_deeds_by_kind; DROP INDEX log_deeds_by_subject;
    ALTER TABLE log_entries RENAME COLUMN deed TO event_kind; ${logEventIndexes}`);
}

function rewriteColumn(
  database: DatabaseSync,
  place: {
    readonly table: 'labels' | 'calibrations' | 'guardrail_policies' | 'built_in_policies';
    readonly column: string;
    readonly rewrite: (stored: Json) => void;
  },
): void {
  const { table, column, rewrite } = place;
  const texts = database.prepare(
    `SELECT DISTINCT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  const update = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`);
  for (const { text } of texts.all() as Array<{ readonly text: string }>) {
    const stored: Json = JSON.parse(text);
    rewrite(stored);
    update.run(JSON.stringify(stored), text);
  }
}

function renameEvidence(evidence: Json): void {
  rename(evidence, 'way', 'method');
  evidence['method'] = newMethod(String(evidence['method']));
}

function renameFit(fit: Json): void {
  const parameters = fit['parameters'] as Json;
  rename(parameters, 'ways', 'methods');
  const offsets = Object.entries((parameters['methods'] ?? {}) as Json);
  parameters['methods'] = Object.fromEntries(offsets.map(([method, offset]) => [newMethod(method), offset]));
}

function renamePolicy(policy: Json): void {
  const { answering, confidence, guardrails } = policy as {
    readonly answering?: Json;
    readonly confidence?: Json & { readonly caps?: Json };
    readonly guardrails?: ReadonlyArray<{ readonly check?: string; readonly settings?: Json }>;
  };
  rename(answering, 'reader_sure_min', 'reader_confidence_min');
  rename(confidence, 'tell_restricted', 'disclose_restricted');
  rename(confidence?.caps, 'disagreeing', 'conflicting_sources');
  for (const { check, settings } of guardrails ?? []) {
    if (check !== 'grounding') continue;
    rename(settings, 'unjudged', 'when_judge_unavailable');
    rename(settings, 'written_supported_min', 'generated_supported_min');
  }
}

const newMethod = (method: string): string => methodNames[method] ?? method;

function rename(stored: Json | undefined, before: string, after: string): void {
  if (stored === undefined || !Object.hasOwn(stored, before)) return;
  stored[after] = stored[before];
  delete stored[before];
}
