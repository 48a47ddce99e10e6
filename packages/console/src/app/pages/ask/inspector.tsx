import type { Message } from '@avow/contract/query';
import { Link } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type { AnswerProgress } from '../../api/follow-answer.ts';
import { useMay } from '../../api/session.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { BandBadge, StatusBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { formatDateTime, formatShare } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Badge, Card, FactList, Notice } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { notify } from '../../design/toast.tsx';
import { askTexts } from '../../texts/ask.ts';
import { channelName } from '../../texts/channels.ts';
import { texts } from '../../texts.ts';
import { MessageFeedback } from '../feedback/message-feedback.tsx';
import { AskedBack } from './asked-back.tsx';
import { FeedbackDialog } from './feedback-dialog.tsx';
import { GuardrailResults } from './guardrail-results.tsx';
import { NearlyWon } from './nearly-won.tsx';
import { SourcePanel } from './source-panel.tsx';
import { Timings } from './timings.tsx';
import { WhyScore } from './why-score.tsx';

const ProofPanel = lazy(async () => ({ default: (await import('./proof-panel.tsx')).ProofPanel }));

interface Props {
  readonly message: Message;
  /** Empty: it is not known here. */
  readonly question: string;
  readonly progress: AnswerProgress | null;
}

/** An answer beside its sources, and below it why it is as it is. */
export function Inspector({ message, question, progress }: Props) {
  const [current, setCurrent] = useState(0);
  const may = useMay();
  // What was stopped is explained by what stopped it.
  const [tab, setTab] = useState(message.status === 'blocked' ? 'guardrails' : 'why');
  const failed = message.guardrails.filter(({ compliant, status }) => !compliant && status === 'ok').length;
  return (
    <div className="columns wide-left">
      <div className="stack answer-column">
        <AnswerCard message={message} question={question} current={current} onPick={setCurrent} />
        <Card>
          <Tabs
            label={askTexts.answer}
            selected={tab}
            onSelect={setTab}
            tabs={[
              { id: 'why', title: askTexts.tabs.why, content: <WhyScore message={message} /> },
              {
                id: 'guardrails',
                title: (
                  <span className="row">
                    {askTexts.tabs.guardrails}
                    {failed === 0 ? null : <Badge tone="warn">{failed}</Badge>}
                  </span>
                ),
                content: <GuardrailResults results={message.guardrails} />,
              },
              {
                id: 'nearly',
                title: askTexts.tabs.nearly,
                content: <NearlyWon response={message} question={question} />,
              },
              {
                id: 'timings',
                title: askTexts.tabs.timings,
                content: <Timings response={message} progress={progress} />,
              },
              ...(may('audit:read')
                ? [
                    {
                      id: 'record',
                      title: askTexts.tabs.record,
                      content: <RecordPanel messageId={message.message_id} />,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
      </div>
      <div className="stack">
        <SourcePanel citations={message.citations} current={current} onPick={setCurrent} />
        <MessageFeedback messageId={message.message_id} />
      </div>
    </div>
  );
}

interface AnswerProps {
  readonly message: Message;
  readonly question: string;
  readonly current: number;
  readonly onPick: (index: number) => void;
}

function AnswerCard({ message, question, current, onPick }: AnswerProps) {
  const [isWrong, setWrong] = useState(false);
  const give = useChange('giveFeedback');
  const { citations, status, agent_context: context } = message;
  const right = () =>
    give.mutate(
      { params: { message_id: message.message_id }, body: { verdict: 'right' } },
      { onSuccess: () => notify(askTexts.feedbackThanks) },
    );
  const hasEnded = status === 'delivered' || status === 'blocked';
  return (
    <Card
      title={askTexts.answer}
      actions={
        <>
          {message.source_type === 'none' ? null : (
            <Badge>{texts.sourceTypes[message.source_type] ?? message.source_type}</Badge>
          )}
          {message.generated === null ? null : (
            <Badge>{askTexts.generated[message.generated] ?? message.generated}</Badge>
          )}
          <BandBadge confidence={message.confidence} status={status} />
          <StatusBadge status={status} />
        </>
      }
    >
      <div className="stack">
        {status === 'in_review' ? <InReview messageId={message.message_id} /> : null}
        {status === 'failed' ? <p className="bad">{askTexts.failed}</p> : null}
        {status === 'delivered' ? <Degraded processing={message.processing} /> : null}
        <div className="answer-text">
          <MarkdownText
            text={message.answer}
            ranges={citations.map((each) => ({ start: each.answer_start, end: each.answer_end }))}
            current={current}
            onPick={onPick}
          />
        </div>
        {context.no_answer_cause === null && context.blocked_reason === 'none' ? null : (
          <p className="quiet">
            {context.blocked_reason === 'none'
              ? (askTexts.noAnswerCauses[context.no_answer_cause ?? ''] ?? askTexts.noAnswer)
              : (askTexts.blockedReasons[context.blocked_reason] ?? askTexts.blocked)}
          </p>
        )}
        <AskedBack message={message} question={question} />
        {hasEnded ? (
          <div className="row wrap">
            <Button look="small" onPress={right} isBusy={give.isPending}>
              {askTexts.feedbackRight}
            </Button>
            <Button look="small" onPress={() => setWrong(true)}>
              {askTexts.feedback}
            </Button>
          </div>
        ) : null}
      </div>
      <FeedbackDialog messageId={message.message_id} isOpen={isWrong} onClose={() => setWrong(false)} />
    </Card>
  );
}

/** What did not take part in the answer, where its readers see it. */
function Degraded({ processing }: Pick<Message, 'processing'>) {
  if (!processing.degraded_mode) return null;
  const share = processing.embedded_share;
  return (
    <Notice tone="warn">
      {share !== null && share < 1 ? askTexts.notEmbedded(formatShare(share)) : askTexts.degradedNotice}
    </Notice>
  );
}

/** The page reads the message again by itself until somebody has decided. */
function InReview({ messageId }: { readonly messageId: string }) {
  const may = useMay();
  return (
    <Notice tone="info">
      {askTexts.inReview}{' '}
      {may('review:decide') ? (
        <Link to="/review" search={{ message: messageId }}>
          {askTexts.decideReview}
        </Link>
      ) : null}
    </Notice>
  );
}

/** The record of a message and its proof. Reading a record is itself put on the log, so it is read only here. */
function RecordPanel({ messageId }: { readonly messageId: string }) {
  const record = useCall('getAudit', { params: { message_id: messageId } }, { isLogged: true });
  return (
    <Loaded reading={record}>
      {(found) => (
        <div className="stack">
          <FactList
            rows={[
              [askTexts.message, <CopyId key="message" id={found.message_id} />],
              [askTexts.threadId, <CopyId key="thread" id={found.thread_id} />],
              [askTexts.created, formatDateTime(found.created_at)],
              [askTexts.channel, channelName(found.channel_type)],
            ]}
          />
          <ProofPanel record={found} />
        </div>
      )}
    </Loaded>
  );
}
