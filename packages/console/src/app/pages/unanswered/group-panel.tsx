import type { UnansweredGroup } from '@avow/contract/insights';
import { Link } from '@tanstack/react-router';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { feedbackTexts } from '../../texts/feedback.ts';
import { unansweredTexts } from '../../texts/unanswered.ts';
import { GroupAnswerForm } from './group-answer-form.tsx';

/** One group: how people asked, what is near, and an answer. */
export function GroupPanel({ group }: { readonly group: UnansweredGroup }) {
  const dismiss = useChange('dismissUnanswered');
  const reopen = useChange('reopenUnanswered');
  const params = { group_id: group.group_id };
  const open = () => reopen.mutate({ params, body: {} });
  const close = () =>
    dismiss.mutate(
      { params, body: {} },
      { onSuccess: () => notify(unansweredTexts.dismissed, { onUndo: open }) },
    );
  return (
    <div className="stack">
      <Card
        title={group.question}
        actions={
          group.state === 'open' ? (
            <Button look="small" onPress={close} isBusy={dismiss.isPending}>
              {unansweredTexts.dismiss}
            </Button>
          ) : (
            <Button look="small" onPress={open} isBusy={reopen.isPending}>
              {unansweredTexts.reopen}
            </Button>
          )
        }
      >
        <div className="stack">
          {group.state !== 'open' && group.asked_since_resolved > 0 ? (
            <Notice tone="warn">{unansweredTexts.since(group.asked_since_resolved)}</Notice>
          ) : null}
          <h3>{unansweredTexts.examples}</h3>
          <ul className="stack tight">
            {[...new Set([group.question, ...group.examples])].map((example) => (
              <li key={example}>{example}</li>
            ))}
          </ul>
          <h3>{unansweredTexts.nearest}</h3>
          {group.nearest.length === 0 ? <p className="quiet">{unansweredTexts.noNearest}</p> : null}
          <ul className="stack tight">
            {group.nearest.map((near) => (
              <li key={near.document_id} className="row between">
                <Link
                  className="clip"
                  to={
                    near.document_id.startsWith('qna_')
                      ? '/content/$packId/pairs/$qnaId'
                      : '/content/$packId/documents/$documentId'
                  }
                  params={{
                    packId: near.content_pack_id,
                    documentId: near.document_id,
                    qnaId: near.document_id,
                  }}
                >
                  {near.title ?? near.source ?? unansweredTexts.goneContent}
                </Link>
                <span className="small quiet clip">{near.headings}</span>
              </li>
            ))}
          </ul>
          {group.feedback_ids.length === 0 ? null : (
            <>
              <h3>{feedbackTexts.ofGroup}</h3>
              <p className="row wrap">
                {group.feedback_ids.map((id, index) => (
                  <Link key={id} to="/feedback" search={{ feedback: id }}>
                    {feedbackTexts.ofGroupLink(index + 1)}
                  </Link>
                ))}
              </p>
            </>
          )}
          <FormFault error={dismiss.error ?? reopen.error} />
        </div>
      </Card>
      <GroupAnswerForm group={group} />
    </div>
  );
}
