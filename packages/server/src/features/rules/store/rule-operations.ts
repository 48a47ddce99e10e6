import { type LogEntry, parseEntry } from '@avow/ledger-log/entries';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { RuleName, RuleStore } from '../rule-store.ts';

interface EntryRow {
  readonly leaf_index: number;
  readonly entry: string;
}

const pageLength = 100;

const says = ({ details }: LogEntry, name: string, value: string) =>
  details.some(([named, said]) => named === name && said === value);

/** What gives a rule its name: other entries about the same subject only say what became of it. */
function isRule(rule: RuleName, entry: LogEntry): boolean {
  switch (rule.kind) {
    case 'pack':
      return entry.state === 'published' && says(entry, 'version', String(rule.version));
    case 'policy':
      return entry.state === 'set' || entry.state === 'reset';
    case 'calibration':
      return true;
  }
}

/** The reader's operation on what answers are given by. */
export function createRuleReads({ read }: Statements) {
  const list = read<EntryRow>(
    `SELECT leaf_index, entry FROM log_entries
     WHERE tenant_id = ? AND subject = ? AND event_kind IS NOT NULL AND event_kind = ? AND leaf_index < ?
     ORDER BY leaf_index DESC LIMIT ${pageLength}`,
  );
  return {
    *findRule(tenantId, rule) {
      for (let before = Number.MAX_SAFE_INTEGER; ; ) {
        const page = yield* list.all(tenantId, rule.subject, rule.kind, before);
        for (const { leaf_index: index, entry } of page) {
          if (isRule(rule, parseEntry(entry))) return index;
          before = index;
        }
        if (page.length < pageLength) return null;
      }
    },
  } satisfies OperationsFor<RuleStore>;
}

/** The writer's operation on what comes with the installation. */
export function createRuleWrites({ read }: Statements, log: LogAppends) {
  const newest = read<EntryRow>(
    `SELECT leaf_index, entry FROM log_entries WHERE tenant_id = ? AND event_kind IS NOT NULL AND event_kind = ?
     ORDER BY leaf_index DESC LIMIT 1`,
  );
  return {
    *noteRule(tenantId, { kind, version, details, content }, atMs): Operation<number> {
      const found = yield* newest.first(tenantId, kind);
      // Another process may have noted it meanwhile.
      if (found !== null && says(parseEntry(found.entry), 'version', version)) return found.leaf_index;
      const place = yield* log.appendEvent(tenantId, {
        ...{ kind, subject: version, state: 'in_use', atMs, actor: '' },
        details: [['version', version], ...details],
        commitments: [['content', content]],
      });
      return place.leafIndex;
    },
  } satisfies OperationsFor<RuleStore>;
}
