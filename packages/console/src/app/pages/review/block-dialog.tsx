import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Confirm } from '../../design/confirm.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { notify } from '../../design/toast.tsx';
import { reviewTexts } from '../../texts/review.ts';

interface Props {
  readonly messageId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Blocks an answer, with the reason that calibration learns from. */
export function BlockDialog({ messageId, isOpen, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const decide = useChange('decideReview');
  const block = () =>
    decide.mutate(
      {
        params: { message_id: messageId },
        body: {
          decision: 'block',
          ...(reason === '' ? {} : { reason }),
          ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        },
      },
      {
        onSuccess: () => {
          notify(reviewTexts.blocked);
          setReason('');
          setComment('');
          onClose();
        },
      },
    );
  return (
    <Confirm
      title={reviewTexts.blockTitle}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={block}
      action={reviewTexts.block}
      isDanger
      isBusy={decide.isPending}
      error={decide.error}
    >
      <p className="quiet">{reviewTexts.blockHint}</p>
      <SelectField
        label={reviewTexts.reason}
        value={reason}
        onChange={setReason}
        options={[
          { value: '', label: reviewTexts.noReason },
          ...Object.entries(reviewTexts.reasons).map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextField label={reviewTexts.comment} rows={2} value={comment} onChange={setComment} />
    </Confirm>
  );
}
