import type { AuditRecord } from '@avow/contract/records';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { recordTexts } from '../../texts/records.ts';

/** What was found and proposed to the reviewer who wrote another answer. Their words quote nothing, so no source may be left. */
export function Proposal({ review }: Pick<AuditRecord, 'review'>) {
  if (review === null || review.proposed_answer === null) return null;
  return (
    <div>
      <span className="small quiet">{recordTexts.foundProposal}</span>
      <blockquote>
        <MarkdownText text={review.proposed_answer} />
      </blockquote>
    </div>
  );
}
