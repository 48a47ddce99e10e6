import type { FeedbackEntry } from '@avow/contract/feedback';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { useCallerNames } from '../../api/use-names.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Card, FactList, Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { askTexts } from '../../texts/ask.ts';
import { feedbackTexts } from '../../texts/feedback.ts';
import { AcceptForm } from './accept-form.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

interface Props {
  readonly feedback: FeedbackEntry;
}

/** What somebody said of an answer, and what can be done about it. */
export function FeedbackPanel({ feedback }: Props) {
  const accept = useChange('acceptFeedback');
  const dismiss = useChange('dismissFeedback');
  // What was decided here is newer than what the list said.
  const current = accept.data ?? dismiss.data ?? feedback;
  const { state } = current.proposal;
  const isOpen = state === 'proposed' || state === 'none';
  const close = () =>
    dismiss.mutate(
      { params: { feedback_id: feedback.id }, body: {} },
      { onSuccess: () => notify(feedbackTexts.dismissed) },
    );
  return (
    <div className="stack">
      <Card
        title={feedback.question ?? feedbackTexts.gone}
        actions={
          <>
            <VerdictBadge verdict={feedback.verdict} />
            {isOpen ? (
              <Button look="small" onPress={close} isBusy={dismiss.isPending}>
                {feedbackTexts.dismiss}
              </Button>
            ) : null}
          </>
        }
      >
        <div className="stack">
          <h3>{feedbackTexts.given}</h3>
          {feedback.answer == null ? (
            <p className="quiet">{feedbackTexts.nothingGiven}</p>
          ) : (
            <div className="answer-text">
              <MarkdownText text={feedback.answer} ranges={[]} />
            </div>
          )}
          <Facts feedback={feedback} />
          <FormFault error={dismiss.error} />
        </div>
      </Card>
      {isOpen ? (
        <AcceptForm feedback={feedback} accept={accept} />
      ) : (
        <Settled proposal={current.proposal} isNew={accept.data !== undefined} />
      )}
    </div>
  );
}

function Facts({ feedback }: { readonly feedback: FeedbackEntry }) {
  const may = useMay();
  const callerName = useCallerNames();
  const { comment, reason, end_user_id: person, visitor, message_id: messageId } = feedback;
  return (
    <FactList
      rows={[
        ...(comment === null ? [] : ([[feedbackTexts.comment, comment]] as const)),
        ...(reason === null ? [] : ([[feedbackTexts.reason, askTexts.reasons[reason] ?? reason]] as const)),
        [
          feedbackTexts.by,
          visitor ? feedbackTexts.visitor : person === null ? feedbackTexts.member : callerName(person),
        ],
        [feedbackTexts.when, formatDateTime(feedback.created_at)],
        [
          feedbackTexts.message,
          <span key="message" className="row wrap">
            {may('messages:read') ? (
              <Link to="/ask/$messageId" params={{ messageId }}>
                {feedbackTexts.openMessage}
              </Link>
            ) : null}
            {may('audit:read') ? (
              <Link to="/records/$messageId" params={{ messageId }}>
                {feedbackTexts.openRecord}
              </Link>
            ) : null}
          </span>,
        ],
      ]}
    />
  );
}

interface SettledProps {
  readonly proposal: FeedbackEntry['proposal'];
  readonly isNew: boolean;
}

function Settled({ proposal, isNew }: SettledProps) {
  const { state, content_pack_id: packId, qna_id: qnaId } = proposal;
  if (state !== 'drafted' || packId === null || qnaId === null)
    return <Notice tone="info">{feedbackTexts.proposals[state] ?? state}</Notice>;
  return (
    <Notice tone="good">
      {isNew ? feedbackTexts.drafted : feedbackTexts.draftedBefore}{' '}
      <Link to="/content/$packId/pairs/$qnaId" params={{ packId, qnaId }}>
        {feedbackTexts.openPair}
      </Link>
    </Notice>
  );
}
