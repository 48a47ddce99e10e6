import type { AuditRecord } from '@avow/contract/records';

/** Whether a reviewer wrote what was delivered, in place of the answer that was proposed. */
export const isEdited = ({ review }: Pick<AuditRecord, 'review'>): boolean =>
  review !== null && review.proposed_answer !== null;
