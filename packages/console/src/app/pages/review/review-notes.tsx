import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { formatAgo } from '../../design/format.ts';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Card } from '../../design/surface.tsx';
import { reviewTexts } from '../../texts/review.ts';
import { useReviewers } from './use-reviewers.ts';

/** What reviewers say to each other about one answer, before and after its decision. */
export function ReviewNotes({ messageId }: { readonly messageId: string }) {
  const [text, setText] = useState('');
  const { nameOf } = useReviewers();
  const params = { message_id: messageId };
  const notes = useCall('listReviewNotes', { params }, { isLogged: true });
  const add = useChange('addReviewNote');
  const isEmpty = text.trim() === '';
  const submit = () => add.mutate({ params, body: { text: text.trim() } }, { onSuccess: () => setText('') });
  return (
    <Card title={reviewTexts.notes}>
      <div className="stack">
        {notes.data?.data.length === 0 ? <p className="quiet">{reviewTexts.noNotes}</p> : null}
        {(notes.data?.data ?? []).map(({ text: said, created_by: by, created_at: at }) => (
          <div key={`${at} ${said}`} className="stack tight">
            <span className="small quiet">{`${nameOf(by)}, ${formatAgo(at)}`}</span>
            <p className="pre">{said}</p>
          </div>
        ))}
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isEmpty) submit();
          }}
        >
          <TextField
            label={reviewTexts.note}
            hint={reviewTexts.notesHint}
            rows={2}
            value={text}
            onChange={setText}
            fault={faultOf(add.error, '/text')}
          />
          <FormFault error={add.error} />
          <div className="row wrap">
            <Button type="submit" isBusy={add.isPending} isDisabled={isEmpty}>
              {reviewTexts.addNote}
            </Button>
          </div>
        </form>
      </div>
    </Card>
  );
}
