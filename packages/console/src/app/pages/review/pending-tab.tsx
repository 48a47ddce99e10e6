import type { PendingReviewEntry } from '@avow/contract/review';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useList } from '../../api/use-call.ts';
import { useReviewFigures } from '../../api/use-review-figures.ts';
import { BandBadge } from '../../design/badges.tsx';
import { SelectField } from '../../design/field.tsx';
import { formatAge } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Card, Empty } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { isTyping } from '../../frame/use-shortcuts.ts';
import { reviewTexts } from '../../texts/review.ts';
import { BlockDialog } from './block-dialog.tsx';
import { PendingFigures } from './figure-tiles.tsx';
import { isEditable, ReviewPanel } from './review-panel.tsx';
import { useReviewers } from './use-reviewers.ts';

/** Answers that wait for a person, oldest first. */
export function PendingTab() {
  const may = useMay();
  const navigate = useNavigate();
  const { assigned = '' } = useSearch({ strict: false });
  const reviews = useList(
    'listPendingReviews',
    { query: { limit: 50, ...(assigned === '' ? {} : { assigned_to: assigned }) } },
    { isLogged: true },
  );
  useReadAgain(reviews.refetch);
  return (
    <div className="stack">
      <div className="row wrap">
        <SelectField
          label={reviewTexts.show}
          value={assigned}
          onChange={(next) => void navigate({ to: '/review', search: { assigned: next }, replace: true })}
          options={Object.entries(reviewTexts.assignments).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <PendingFigures />
      <Loaded reading={reviews}>
        {(found) =>
          found.length === 0 ? (
            <Card>
              <Empty title={assigned === '' ? reviewTexts.emptyTitle : reviewTexts.nothingShown}>
                {assigned === '' ? <p>{reviewTexts.empty}</p> : null}
              </Empty>
            </Card>
          ) : (
            <>
              <p className="quiet for-keyboards">
                {may('content:manage') ? reviewTexts.keysWithPair : reviewTexts.keys}
              </p>
              <Queue reviews={found} />
              <More list={reviews} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Each reading of the queue is on the log: it is read again when what waits has changed, not by time. */
function useReadAgain(read: () => unknown) {
  const { data } = useReviewFigures();
  const waiting =
    data &&
    [data.pending, data.mine, data.unassigned, data.oldest_pending_since, data.decided.count].join(' ');
  const seen = useRef(waiting);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== waiting) read();
    seen.current = waiting;
  }, [waiting, read]);
}

function Queue({ reviews }: { readonly reviews: readonly PendingReviewEntry[] }) {
  const navigate = useNavigate();
  const { message = '', assigned = '' } = useSearch({ strict: false });
  const { nameOf } = useReviewers();
  const may = useMay();
  const [isBlocking, setBlocking] = useState(false);
  const [editing, setEditing] = useState('');
  const decide = useChange('decideReview');
  const [first] = reviews;
  const chosen = reviews.find(({ message_id: id }) => id === message) ?? first;
  const at = chosen === undefined ? 0 : reviews.indexOf(chosen);
  const choose = (index: number) => {
    const next = reviews[Math.max(0, Math.min(index, reviews.length - 1))];
    if (next !== undefined) void navigate({ to: '/review', search: { message: next.message_id, assigned } });
  };
  const deliver = () => {
    if (chosen === undefined || decide.isPending) return;
    decide.mutate(
      { params: { message_id: chosen.message_id }, body: { decision: 'deliver' } },
      { onSuccess: () => notify(reviewTexts.delivered) },
    );
  };
  const writePair = () => {
    const packId = chosen?.citations[0]?.content_pack_id;
    if (chosen === undefined || packId == null || !may('content:manage')) return;
    void navigate({
      to: '/content/$packId/pairs/$qnaId',
      params: { packId, qnaId: 'new' },
      search: { question: chosen.refined_question ?? chosen.question },
    });
  };
  const edit = () => setEditing(chosen !== undefined && isEditable(chosen) ? chosen.message_id : '');
  useReviewKeys({
    onMove: (by) => choose(at + by),
    onDeliver: deliver,
    onEdit: edit,
    onBlock: () => setBlocking(true),
    onPair: writePair,
  });
  if (chosen === undefined) return null;
  return (
    <div className="columns">
      <Card title={reviewTexts.queue} isFlush>
        <ul className="choices">
          {reviews.map((review, index) => (
            <li key={review.message_id}>
              <button type="button" aria-current={review === chosen} onClick={() => choose(index)}>
                <span className="row between">
                  <span className="strong clip">{review.question}</span>
                  <BandBadge confidence={review.confidence} />
                </span>
                <span className="row wrap small quiet">
                  <span>{reviewTexts.waiting(formatAge(review.pending_ms))}</span>
                  {review.is_overdue ? <Badge tone="warn">{reviewTexts.overdue}</Badge> : null}
                  {review.assigned_to === null ? null : (
                    <span>{reviewTexts.assignedTo(nameOf(review.assigned_to))}</span>
                  )}
                  {review.note_count === 0 ? null : <span>{reviewTexts.noteCount(review.note_count)}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <ReviewPanel
        key={chosen.message_id}
        review={chosen}
        error={decide.error}
        isBusy={decide.isPending}
        isEditing={editing === chosen.message_id}
        onDeliver={deliver}
        onEdit={edit}
        onEditEnd={() => setEditing('')}
        onBlock={() => setBlocking(true)}
        onPair={writePair}
      />
      <BlockDialog messageId={chosen.message_id} isOpen={isBlocking} onClose={() => setBlocking(false)} />
    </div>
  );
}

interface Keys {
  readonly onMove: (by: number) => void;
  readonly onDeliver: () => void;
  readonly onEdit: () => void;
  readonly onBlock: () => void;
  readonly onPair: () => void;
}

/** The queue without a mouse. */
function useReviewKeys({ onMove, onDeliver, onEdit, onBlock, onPair }: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = document.querySelector('[role="dialog"]') !== null;
      if (isTyping(event.target) || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'j') onMove(1);
      else if (event.key === 'k') onMove(-1);
      else if (event.key === 'd') onDeliver();
      else if (event.key === 'e') onEdit();
      else if (event.key === 'b') onBlock();
      else if (event.key === 'p') onPair();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
