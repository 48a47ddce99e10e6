import type { FeedbackEntry } from '@avow/contract/feedback';
import type { QueryResponse } from '@avow/contract/query';
import type { AuditRecord } from '@avow/contract/records';
import type { Handover } from '@avow/contract/visitors';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useCall, useList } from '../../api/use-call.ts';
import { useCallerNames } from '../../api/use-names.ts';
import { BandBadge } from '../../design/badges.tsx';
import { formatDateTime } from '../../design/format.ts';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { handoverTexts } from '../../texts/handovers.ts';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { HandoverPosts } from '../handovers/handover-posts.tsx';
import { HandoverStateBadge } from '../handovers/message-handover.tsx';
import { isEdited } from './is-edited.ts';
import { usePersonNames } from './use-person-names.ts';

/** A question with its answer. */
export interface ThreadTurn {
  readonly message: QueryResponse;
  /** Null: the person who looks may not read what was asked. */
  readonly record: AuditRecord | null;
}

const noRanges: readonly never[] = [];

interface Props {
  readonly turn: ThreadTurn;
  /** Null: nobody asked for a person. */
  readonly handover: Handover | null;
}

export function TurnView({ turn: { message, record }, handover }: Props) {
  const personName = usePersonNames();
  const { message_id: messageId, answer, citations, status, confidence, created_at: createdAt } = message;
  const sources = [...new Set(citations.map(({ title, source }) => title || source))];
  return (
    <li className="turn">
      <div className="turn-asked">
        <p className="small quiet">
          {record === null ? recordTexts.somebody : personName(record)}
          {` · ${formatDateTime(createdAt)}`}
        </p>
        <p className="pre">{questionOf(record)}</p>
      </div>
      <div className="turn-answered stack tight">
        <p className="small quiet row wrap">
          <span>{texts.product}</span>
          <BandBadge
            confidence={confidence}
            status={status}
            isOfProposal={record !== null && isEdited(record)}
          />
          <Link
            to={record === null ? '/ask/$messageId' : '/records/$messageId'}
            params={{ messageId }}
            aria-label={recordTexts.openRecord(formatDateTime(createdAt))}
          >
            {record === null ? recordTexts.inspect : recordTexts.record}
          </Link>
        </p>
        {answer === '' ? (
          <p className="quiet">{texts.withoutAnswer[status] ?? recordTexts.noAnswer}</p>
        ) : (
          <MarkdownText text={answer} ranges={noRanges} />
        )}
        {sources.length === 0 ? null : (
          <p className="small quiet">{`${recordTexts.answeredFrom}: ${sources.join(', ')}`}</p>
        )}
        {handover === null ? null : (
          <section className="stack tight handed-over" aria-label={handoverTexts.ofRecord}>
            <p className="small quiet row wrap">
              <span>{handoverTexts.ofRecord}</span>
              <HandoverStateBadge handover={handover} />
            </p>
            <HandoverPosts posts={handover.posts} />
          </section>
        )}
        <Judgements messageId={messageId} review={record?.review ?? null} />
      </div>
    </li>
  );
}

function questionOf(record: AuditRecord | null): string {
  if (record === null) return recordTexts.questionNotShown;
  return (
    record.question || (record.blocked_prompt === null ? recordTexts.questionGone : recordTexts.blockedPrompt)
  );
}

interface JudgementProps {
  readonly messageId: string;
  readonly review: AuditRecord['review'];
}

/** Who said what about an answer: reviewers before it was delivered, and everybody who gave feedback. */
function Judgements({ messageId, review }: JudgementProps) {
  const feedback = useList('listMessageFeedback', { params: { message_id: messageId } }, { isLogged: true });
  const nameOf = useActorNames(messageId, (feedback.data ?? []).length > 0 || review !== null);
  const given = feedback.data ?? [];
  if (given.length === 0 && review === null) return null;
  return (
    <ul className="small stack tight" aria-label={recordTexts.judged}>
      {review === null ? null : (
        <li>
          {isEdited({ review })
            ? recordTexts.reviewEdited
            : (recordTexts.reviewOutcomes[review.outcome] ?? review.outcome)}
          {review.decided_by === null ? null : ` · ${nameOf(review.decided_by)}`}
          {` · ${formatDateTime(review.decided_at)}`}
          {review.comment === null ? null : ` · “${review.comment}”`}
        </li>
      )}
      {given.map((each) => (
        <li key={each.id}>
          {recordTexts.verdicts[each.verdict] ?? each.verdict}
          {` · ${giverOf(each, nameOf)} · ${formatDateTime(each.created_at)}`}
          {each.comment === null ? null : ` · “${each.comment}”`}
        </li>
      ))}
    </ul>
  );
}

const giverOf = (
  { end_user_id: person, key_id: caller, visitor }: FeedbackEntry,
  nameOf: (actor: string) => string,
) => (visitor ? recordTexts.visitor : (person ?? nameOf(caller)));

/** The names that people had when they did something with a message, as the log has them. */
function useActorNames(messageId: string, isNeeded: boolean): (actor: string) => string {
  const may = useMay();
  const callerName = useCallerNames();
  const events = useCall(
    'listLogEvents',
    { query: { subject: messageId, limit: 100 } },
    { enabled: isNeeded && may('log:read'), isLogged: true },
  );
  const names = new Map(
    (events.data?.data ?? []).flatMap(({ actor, details }) => {
      const name = details['actor_name'];
      return name === undefined || name === '' ? [] : [[actor, name] as const];
    }),
  );
  return (actor) => names.get(actor) ?? callerName(actor);
}
