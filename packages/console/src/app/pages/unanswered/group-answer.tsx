import type { QnaPreview, UnansweredGroup } from '@avow/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { unansweredTexts } from '../../texts/unanswered.ts';

/** Writes the pair that a group needs, and says whom it would have helped. */
export function GroupAnswer({ group }: { readonly group: UnansweredGroup }) {
  const packs = useList('listContentPacks', { query: { limit: 100 } });
  const [question, setQuestion] = useState(group.question);
  const [answer, setAnswer] = useState('');
  const [chosen, setChosen] = useState(group.nearest[0]?.content_pack_id ?? '');
  const packId = chosen === '' ? (packs.data?.[0]?.id ?? '') : chosen;
  const draft = useChange('draftUnanswered');
  const preview = useMutation<QnaPreview, CallError>({
    mutationFn: () =>
      call('previewQna', {
        params: { pack_id: packId },
        body: { question: question.trim(), answer: answer.trim(), alternatives: [...group.examples] },
      }),
  });
  if (packs.data !== undefined && packs.data.length === 0)
    return <Notice tone="info">{unansweredTexts.noPacks}</Notice>;
  const isEmpty = question.trim() === '' || answer.trim() === '';
  const save = () =>
    draft.mutate({
      params: { group_id: group.group_id },
      body: { content_pack_id: packId, question: question.trim(), answer: answer.trim() },
    });
  return (
    <Card title={unansweredTexts.write}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={unansweredTexts.ask}
          value={question}
          onChange={setQuestion}
          isRequired
          fault={faultOf(draft.error, '/question')}
        />
        <TextField
          label={unansweredTexts.answer}
          rows={5}
          value={answer}
          onChange={setAnswer}
          isRequired
          fault={faultOf(draft.error, '/answer')}
        />
        <SelectField
          label={unansweredTexts.pack}
          value={packId}
          onChange={setChosen}
          options={(packs.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        {preview.data === undefined ? null : (
          <Notice tone="info">
            {unansweredTexts.helps(
              preview.data.messages.captured,
              preview.data.messages.compared,
              group.end_user_count,
            )}
          </Notice>
        )}
        {draft.data === undefined ? null : (
          <Notice tone="good">
            {unansweredTexts.drafted}{' '}
            <Link
              to="/content/$packId"
              params={{ packId: draft.data.content_pack_id }}
              search={{ tab: 'pairs' }}
            >
              {unansweredTexts.openPack}
            </Link>
          </Notice>
        )}
        <FormFault error={draft.error ?? preview.error} />
        <div className="row wrap">
          <Button type="submit" look="primary" isDisabled={isEmpty} isBusy={draft.isPending}>
            {unansweredTexts.draft}
          </Button>
          <Button isDisabled={isEmpty} isBusy={preview.isPending} onPress={() => preview.mutate()}>
            {unansweredTexts.check}
          </Button>
        </div>
      </form>
    </Card>
  );
}
