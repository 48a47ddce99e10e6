import type { TenantId } from '@avow/foundation';
import type { OperationsFor, Statements } from '@avow/storage';
import type { MailStore } from '../mail-store.ts';

/** Takes a tenant, the time and a limit. */
const dueSql = `SELECT tenant_id FROM tenants
  WHERE tenant_id > ? AND status = 'active' AND EXISTS (
    SELECT 1 FROM mails AS due
    WHERE due.tenant_id = tenants.tenant_id AND due.status = 'pending' AND due.due_at_ms <= ?)
  ORDER BY tenant_id LIMIT ?`;

/** The reader's operations on mail. */
export function createMailReads({ read }: Statements) {
  const listDue = read(dueSql, (row: { readonly tenant_id: TenantId }) => row.tenant_id);
  const count = read<{ readonly pending: number }>(
    "SELECT count(*) AS pending FROM mails WHERE status = 'pending'",
  );
  return {
    listTenantsWithMail: (nowMs, { after, limit }) => listDue.all(after ?? '', nowMs, limit),
    *countMails() {
      return (yield* count.first())?.pending ?? 0;
    },
  } satisfies OperationsFor<MailStore>;
}
