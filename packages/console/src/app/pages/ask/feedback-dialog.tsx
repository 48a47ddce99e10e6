import type { FeedbackReason } from '@avow/contract/feedback';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { notify } from '../../design/toast.tsx';
import { askTexts } from '../../texts/ask.ts';

interface Props {
  readonly messageId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Says what is wrong with an answer and, if somebody knows it, what is right. */
export function FeedbackDialog({ messageId, isOpen, onClose }: Props) {
  const [reason, setReason] = useState<string>('incorrect');
  const [better, setBetter] = useState('');
  const [comment, setComment] = useState('');
  const [packId, setPackId] = useState('');
  const packs = useList('listContentPacks', {}, { enabled: isOpen });
  const give = useChange('giveFeedback');
  const submit = () =>
    give.mutate(
      {
        params: { message_id: messageId },
        body: {
          verdict: 'wrong',
          reason: reason as FeedbackReason,
          ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
          ...(better.trim() === '' ? {} : { better_answer: better.trim() }),
          ...(better.trim() === '' || packId === '' ? {} : { content_pack_id: packId }),
        },
      },
      {
        onSuccess: () => {
          notify(askTexts.feedbackThanks);
          onClose();
        },
      },
    );
  const packOptions = (packs.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog
      title={askTexts.feedbackTitle}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: askTexts.send, isBusy: give.isPending }}
    >
      <SelectField
        label={askTexts.reason}
        value={reason}
        onChange={setReason}
        options={Object.entries(askTexts.reasons).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        label={askTexts.better}
        hint={askTexts.betterHint}
        rows={4}
        value={better}
        onChange={setBetter}
        fault={faultOf(give.error, '/better_answer')}
      />
      {better.trim() === '' || packOptions.length === 0 ? null : (
        <SelectField
          label={askTexts.betterPack}
          value={packId}
          onChange={setPackId}
          options={[{ value: '', label: askTexts.betterPackNone }, ...packOptions]}
        />
      )}
      <TextField
        label={askTexts.comment}
        rows={2}
        value={comment}
        onChange={setComment}
        fault={faultOf(give.error, '/comment')}
      />
      <FormFault error={give.error} />
    </Dialog>
  );
}
