import { findExceptionFault, type VulnerabilityException } from './exceptions.ts';

interface Advisory {
  readonly url?: string;
  readonly title?: string;
  readonly severity?: string;
}

/** What `npm audit --json` prints, as far as it is used. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: ReadonlyArray<Advisory | string> }>>;
  /** Of a registry that does not answer. */
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

export type Audited =
  /** Nothing is known of vulnerabilities: that is not the same as none. */
  | { readonly kind: 'unanswered'; readonly why: string }
  | { readonly kind: 'answered'; readonly known: number; readonly open: readonly string[] };

const ignored = new Set(['low', 'info']);

/** What is to fix, of what npm says: all of level moderate or higher, unless an exception that holds today names it. */
export function judgeAudit(
  printed: string,
  exceptions: readonly VulnerabilityException[],
  nowMs: number,
): Audited {
  const report = readReport(printed);
  if (report?.vulnerabilities === undefined) return { kind: 'unanswered', why: explain(report) };
  const excepted = new Set(
    exceptions.filter((one) => findExceptionFault(one, nowMs) === null).map(({ id }) => id),
  );
  const found = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((advisory) => typeof advisory === 'object')
      .map(({ url = '', title = '', severity = '' }) => {
        return { name, title, severity, id: url.split('/').at(-1) ?? '' };
      }),
  );
  const open = found.filter(({ id, severity }) => !ignored.has(severity) && !excepted.has(id));
  return {
    kind: 'answered',
    known: found.length,
    open: open.map(({ name, title, severity, id }) => `${name}: ${title} (${severity}, ${id})`),
  };
}

function readReport(text: string): AuditReport | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Without the address, which may have credentials in it. */
function explain(report: AuditReport | null): string {
  const status = /\b[45]\d\d\b/.exec(report?.message ?? report?.error?.summary ?? '')?.[0];
  if (status !== undefined) return `the registry answered ${status}`;
  return report?.error?.code ?? 'the registry did not answer';
}
