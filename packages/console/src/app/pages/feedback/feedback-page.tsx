import '../unanswered/unanswered.css';
import '../ask/ask.css';
import type { FeedbackEntry } from '@avow/contract/feedback';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useList } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { formatAgo } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Card, Empty } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { feedbackTexts } from '../../texts/feedback.ts';
import { texts } from '../../texts.ts';
import { FeedbackPanel } from './feedback-panel.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

/** What people said of answers: what waits for a decision first. */
export function FeedbackPage() {
  const navigate = useNavigate();
  const { state = 'open', verdict = '', feedback = '' } = useSearch({ strict: false });
  const given = useList('listFeedback', {
    query: {
      limit: 50,
      ...(state === 'all' ? {} : { state }),
      ...(verdict === '' ? {} : { verdict }),
    },
  });
  // What was just decided leaves the list, and stays in view until something else is chosen.
  const last = useRef<FeedbackEntry | undefined>(undefined);
  const choose = (next: { state?: string; verdict?: string; feedback?: string }, replace = false) =>
    void navigate({ to: '/feedback', search: { state, verdict, ...next }, replace });
  const firstId = given.data?.[0]?.id;
  useEffect(() => {
    if (feedback === '' && firstId !== undefined) choose({ feedback: firstId }, true);
  });
  return (
    <PageLayout
      title={texts.pages.feedback}
      actions={
        <>
          <SelectField
            label={feedbackTexts.show}
            value={state}
            onChange={(next) => choose({ state: next })}
            options={Object.entries(feedbackTexts.states).map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            label={feedbackTexts.verdict}
            value={verdict}
            onChange={(next) => choose({ verdict: next })}
            options={[
              { value: '', label: feedbackTexts.anyVerdict },
              ...Object.entries(feedbackTexts.verdicts).map(([value, label]) => ({ value, label })),
            ]}
          />
        </>
      }
    >
      <Loaded reading={given}>
        {(found) => {
          const listed = found.find(({ id }) => id === feedback);
          const chosen = listed ?? (last.current?.id === feedback ? last.current : undefined);
          last.current = chosen;
          if (found.length === 0 && chosen === undefined)
            return (
              <Card>
                <Empty title={feedbackTexts.emptyTitle}>
                  <p>{feedbackTexts.empty}</p>
                </Empty>
              </Card>
            );
          return (
            <div className="columns">
              <div className="stack">
                <Card title={feedbackTexts.list} isFlush>
                  <FeedbackList given={found} chosen={chosen} onChoose={(id) => choose({ feedback: id })} />
                </Card>
                <More list={given} />
              </div>
              {chosen === undefined ? (
                <Card>
                  <Empty title={feedbackTexts.choose} />
                </Card>
              ) : (
                <FeedbackPanel key={chosen.id} feedback={chosen} />
              )}
            </div>
          );
        }}
      </Loaded>
    </PageLayout>
  );
}

interface ListProps {
  readonly given: readonly FeedbackEntry[];
  readonly chosen: FeedbackEntry | undefined;
  readonly onChoose: (feedbackId: string) => void;
}

function FeedbackList({ given, chosen, onChoose }: ListProps) {
  return (
    <ul className="choices">
      {given.map((feedback) => (
        <li key={feedback.id}>
          <button type="button" aria-pressed={feedback === chosen} onClick={() => onChoose(feedback.id)}>
            <span className="row between">
              <span className="strong clip">{feedback.question ?? feedbackTexts.gone}</span>
              <VerdictBadge verdict={feedback.verdict} />
            </span>
            <span className="row wrap small quiet">
              {feedback.proposal.state === 'none' ? null : (
                <Badge>{feedbackTexts.proposals[feedback.proposal.state] ?? feedback.proposal.state}</Badge>
              )}
              {feedback.comment === null ? null : <span className="clip">{feedback.comment}</span>}
              <span>{formatAgo(feedback.created_at)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
