import type { PendingReviewEntry } from '@avow/contract/review';
import { useState } from 'react';
import type { CallError } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { useCallerNames } from '../../api/use-names.ts';
import { BandBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { IdDetails } from '../../design/id-details.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Card, FactList } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { channelName } from '../../texts/channels.ts';
import { reviewTexts } from '../../texts/review.ts';
import { texts } from '../../texts.ts';
import { GuardrailResults } from '../ask/guardrail-results.tsx';
import { SourcePanel } from '../ask/source-panel.tsx';
import { Assignment } from './assignment.tsx';
import { EditAnswer } from './edit-answer.tsx';
import { ReviewNotes } from './review-notes.tsx';

interface Props {
  readonly review: PendingReviewEntry;
  readonly error: CallError | null;
  readonly isBusy: boolean;
  readonly isEditing: boolean;
  readonly onDeliver: () => void;
  readonly onEdit: () => void;
  readonly onEditEnd: () => void;
  readonly onBlock: () => void;
  readonly onPair: () => void;
}

/** JSON is written by programs for programs. */
export const isEditable = ({ answer_format }: PendingReviewEntry) => answer_format !== 'json';

/** A proposed answer with everything that a decision rests on. */
export function ReviewPanel({
  review,
  error,
  isBusy,
  isEditing,
  onDeliver,
  onEdit,
  onEditEnd,
  onBlock,
  onPair,
}: Props) {
  const [current, setCurrent] = useState(0);
  const callerName = useCallerNames();
  const may = useMay();
  const canWrite = may('content:manage') && review.citations[0]?.content_pack_id != null;
  return (
    <div className="stack">
      <Card title={review.question} actions={<BandBadge confidence={review.confidence} />}>
        <div className="stack">
          <Assignment review={review} />
          <h3>{reviewTexts.proposed}</h3>
          <div className="answer-text">
            <MarkdownText
              text={review.answer}
              ranges={review.citations.map((each) => ({ start: each.answer_start, end: each.answer_end }))}
              current={current}
              onPick={setCurrent}
            />
          </div>
          {isEditing ? (
            <EditAnswer review={review} onClose={onEditEnd} />
          ) : (
            <div className="row wrap">
              <Button look="primary" onPress={onDeliver} isBusy={isBusy}>
                {reviewTexts.deliver}
              </Button>
              {isEditable(review) ? <Button onPress={onEdit}>{reviewTexts.edit}</Button> : null}
              <Button look="danger" onPress={onBlock}>
                {reviewTexts.block}
              </Button>
              {canWrite ? <Button onPress={onPair}>{reviewTexts.pair}</Button> : null}
            </div>
          )}
          <FormFault error={error} />
          <FactList
            rows={[
              [reviewTexts.asker, review.end_user_id === null ? texts.none : callerName(review.end_user_id)],
              [reviewTexts.refined, review.refined_question ?? review.question],
              [askTexts.channel, channelName(review.channel_type)],
            ]}
          />
          <IdDetails
            ids={[
              ...(review.end_user_id === null ? [] : [[reviewTexts.asker, review.end_user_id] as const]),
              [askTexts.message, review.message_id],
            ]}
          />
          {review.confidence_explanation === null ? null : (
            <div className="stack tight">
              <h3>{reviewTexts.why}</h3>
              <ul>
                {review.confidence_explanation.factors.slice(0, 5).map(({ feature, description, effect }) => (
                  <li key={feature} className={effect < 0 ? 'warn' : 'quiet'}>
                    {description}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </Card>
      <SourcePanel
        citations={review.citations}
        current={current}
        onPick={setCurrent}
        reviewOf={review.message_id}
      />
      <ReviewNotes messageId={review.message_id} />
      <Card title={askTexts.tabs.guardrails} isFlush>
        <GuardrailResults results={review.guardrails} />
      </Card>
    </div>
  );
}
