import type { PendingReviewEntry } from '@avow/contract/review';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { notify } from '../../design/toast.tsx';
import { reviewTexts } from '../../texts/review.ts';
import { texts } from '../../texts.ts';

interface Props {
  readonly review: PendingReviewEntry;
  readonly onClose: () => void;
}

/** Writes what is delivered in place of the proposed answer. */
export function EditAnswer({ review, onClose }: Props) {
  const [answer, setAnswer] = useState(review.answer);
  const [reason, setReason] = useState('');
  const decide = useChange('decideReview');
  const isChanged = answer.trim() !== '' && answer !== review.answer;
  const send = () =>
    decide
      .mutateAsync({
        params: { message_id: review.message_id },
        body: { decision: 'deliver', answer, ...(reason === '' ? {} : { reason }) },
      })
      // By then the queue has gone on to the next answer, and this form with it.
      .then(
        () => notify(reviewTexts.editedDelivered),
        () => undefined,
      );
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void send();
      }}
    >
      <TextField
        label={reviewTexts.editedAnswer}
        hint={reviewTexts.editHint}
        rows={8}
        value={answer}
        onChange={setAnswer}
        fault={faultOf(decide.error, '/answer')}
      />
      <SelectField
        label={reviewTexts.editReason}
        value={reason}
        onChange={setReason}
        options={[
          { value: '', label: reviewTexts.editNoReason },
          ...Object.entries(reviewTexts.reasons).map(([value, label]) => ({ value, label })),
        ]}
      />
      <FormFault error={decide.error} />
      <div className="row wrap">
        <Button type="submit" look="primary" isBusy={decide.isPending} isDisabled={!isChanged}>
          {reviewTexts.sendEdited}
        </Button>
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
      </div>
    </form>
  );
}
