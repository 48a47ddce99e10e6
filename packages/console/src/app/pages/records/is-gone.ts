import type { AuditRecord } from '@avow/contract/records';

/** Whether what was asked and said is no longer stored. */
export const isGone = ({ content_state: state }: Pick<AuditRecord, 'content_state'>): boolean =>
  state === 'erased' || state === 'expired';
