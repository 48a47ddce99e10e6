import type { ReviewNoticesEntry } from '@avow/contract/review';
import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox } from '../../design/field.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { reviewTexts } from '../../texts/review.ts';
import { texts } from '../../texts.ts';

/** What the person who is signed in is sent about reviews. */
export function NoticesButton() {
  const [isOpen, setOpen] = useState(false);
  const notices = useCall('getReviewNotices');
  return (
    <>
      <Button onPress={() => setOpen(true)} isDisabled={notices.data === undefined}>
        {reviewTexts.notices}
      </Button>
      {isOpen && notices.data !== undefined ? (
        <NoticesDialog notices={notices.data} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

const kinds = ['pending', 'overdue', 'assigned'] as const;

function NoticesDialog({
  notices,
  onClose,
}: {
  readonly notices: ReviewNoticesEntry;
  readonly onClose: () => void;
}) {
  const { email, email_available: canMail, ...before } = notices;
  const [chosen, setChosen] = useState(before);
  const set = useChange('setReviewNotices');
  const submit = () =>
    set.mutate(
      { body: chosen },
      {
        onSuccess: () => {
          notify(reviewTexts.noticesSaved);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={reviewTexts.noticesTitle}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: texts.actions.save, isBusy: set.isPending }}
    >
      {canMail ? null : <Notice tone="info">{reviewTexts.noticesOff}</Notice>}
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={reviewTexts.noticeKinds[kind]}
          isSelected={chosen[kind]}
          onChange={(isSelected) => setChosen({ ...chosen, [kind]: isSelected })}
        />
      ))}
      <p className="small quiet">{reviewTexts.noticesHint(email)}</p>
      <FormFault error={set.error} />
    </Dialog>
  );
}
