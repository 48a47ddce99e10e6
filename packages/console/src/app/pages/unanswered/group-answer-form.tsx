import type { QnaPreview } from '@avow/contract/content';
import type { UnansweredGroup } from '@avow/contract/insights';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { unansweredTexts } from '../../texts/unanswered.ts';
import { PublishDialog } from '../content/publish-dialog.tsx';
import { type AudienceChoice, AudienceFields, groupsOf } from './audience-fields.tsx';
import { useDraftPack } from './draft-pack.tsx';

/** Of these questions, something was quoted. */
const answered = new Set(['low_confidence', 'reported_wrong', 'reported_wrong_by_visitor']);

/** Writes the pair that a group needs, and says whom it would have helped. */
export function GroupAnswerForm({ group }: { readonly group: UnansweredGroup }) {
  const [question, setQuestion] = useState(group.question);
  const [answer, setAnswer] = useState('');
  const [audience, setAudience] = useState<AudienceChoice>({ kind: 'sources', groups: '' });
  const { packId, hasNone, field: packField } = useDraftPack(group.nearest[0]?.content_pack_id);
  const draft = useChange('draftUnanswered');
  const pair = { question: question.trim(), answer: answer.trim(), ...groupsOf(audience) };
  const preview = useMutation<QnaPreview, CallError>({
    mutationFn: () =>
      call('previewQna', {
        params: { pack_id: packId },
        body: { ...pair, alternatives: [...group.examples] },
      }),
  });
  if (hasNone) return <Notice tone="info">{unansweredTexts.noPacks}</Notice>;
  const isEmpty = pair.question === '' || pair.answer === '' || packId === '';
  return (
    <Card title={unansweredTexts.write}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          draft.mutate({
            params: { group_id: group.group_id },
            body: { content_pack_id: packId, ...pair },
          });
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
        {packField}
        <AudienceFields
          audience={audience}
          onChange={setAudience}
          error={draft.error}
          hasSources={group.causes.some(({ cause }) => answered.has(cause))}
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
      {draft.data === undefined ? null : <Drafted packId={draft.data.content_pack_id} />}
    </Card>
  );
}

/** The pair is in a draft: what is left is to publish it. */
function Drafted({ packId }: { readonly packId: string }) {
  const [isPublishing, setPublishing] = useState(false);
  const pack = useCall('getContentPack', { params: { pack_id: packId } });
  return (
    <div className="drafted">
      <Notice
        tone="good"
        actions={
          <Button look="small" isDisabled={pack.data === undefined} onPress={() => setPublishing(true)}>
            {unansweredTexts.publish}
          </Button>
        }
      >
        {unansweredTexts.drafted}{' '}
        <Link to="/content/$packId" params={{ packId }} search={{ tab: 'pairs' }}>
          {unansweredTexts.openPack}
        </Link>
      </Notice>
      {pack.data === undefined ? null : (
        <PublishDialog pack={pack.data} isOpen={isPublishing} onClose={() => setPublishing(false)} />
      )}
    </div>
  );
}
