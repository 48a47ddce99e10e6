import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { formatAgo } from '../../design/format.ts';
import { Badge, Card } from '../../design/surface.tsx';
import { feedbackTexts } from '../../texts/feedback.ts';
import { VerdictBadge } from './verdict-badge.tsx';

/** What people said of one answer, with the way to the inbox. Nothing, if nobody said anything. */
export function MessageFeedback({ messageId }: { readonly messageId: string }) {
  const may = useMay();
  const given = useList(
    'listMessageFeedback',
    { params: { message_id: messageId } },
    { enabled: may('messages:read') },
  );
  if (given.data === undefined || given.data.length === 0) return null;
  return (
    <Card title={feedbackTexts.onMessage}>
      <ul className="stack">
        {given.data.map((feedback) => (
          <li key={feedback.id} className="stack tight">
            <span className="row wrap">
              <VerdictBadge verdict={feedback.verdict} />
              {feedback.proposal.state === 'none' ? null : (
                <Badge>{feedbackTexts.proposals[feedback.proposal.state] ?? feedback.proposal.state}</Badge>
              )}
              <span className="small quiet">{formatAgo(feedback.created_at)}</span>
              {may('content:manage') ? (
                <Link to="/feedback" search={{ feedback: feedback.id, state: 'all' }}>
                  {feedbackTexts.inInbox}
                </Link>
              ) : null}
            </span>
            {feedback.comment === null ? null : <span>{feedback.comment}</span>}
            {feedback.better_answer === null ? null : <blockquote>{feedback.better_answer}</blockquote>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
