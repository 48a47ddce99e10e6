import type { PendingReviewEntry } from '@avow/contract/review';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField } from '../../design/field.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { reviewTexts } from '../../texts/review.ts';
import { useReviewers } from './use-reviewers.ts';

/** Who works on a review: somebody takes it, gives it to somebody else, or releases it. */
export function Assignment({ review }: { readonly review: PendingReviewEntry }) {
  const { me, others, nameOf } = useReviewers();
  const assign = useChange('assignReview');
  const { message_id: id, assigned_to: current } = review;
  const give = (to: string | null) =>
    assign.mutate({ params: { message_id: id }, body: { assigned_to: to, expected: current } });
  return (
    <div className="stack tight">
      <div className="row wrap">
        <span className="quiet">
          {current === null ? reviewTexts.nobody : reviewTexts.assignedTo(nameOf(current))}
        </span>
        {current === me ? null : (
          <Button onPress={() => give('me')} isBusy={assign.isPending}>
            {reviewTexts.take}
          </Button>
        )}
        {current === null ? null : (
          <Button onPress={() => give(null)} isBusy={assign.isPending}>
            {reviewTexts.release}
          </Button>
        )}
        {others.length === 0 ? null : (
          <SelectField
            label={reviewTexts.assignTo}
            value=""
            onChange={(next) => (next === '' ? undefined : give(next))}
            options={[
              { value: '', label: reviewTexts.choose },
              ...others
                .filter(({ user_id: userId }) => userId !== current)
                .map(({ user_id: value, name }) => ({ value, label: name })),
            ]}
          />
        )}
      </div>
      <FormFault error={assign.error} />
    </div>
  );
}
