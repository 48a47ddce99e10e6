import type { FeedbackEntry } from '@avow/contract/feedback';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallError, CallOptions } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { feedbackTexts } from '../../texts/feedback.ts';
import { unansweredTexts } from '../../texts/unanswered.ts';
import { type Audience, AudienceFields, groupsOf } from '../unanswered/audience-fields.tsx';
import { useDraftPack } from '../unanswered/draft-pack.tsx';

interface Props {
  readonly feedback: FeedbackEntry;
  readonly accept: UseMutationResult<FeedbackEntry, CallError, CallOptions>;
}

/** Puts a better answer into the draft of a pack: the proposed one, that one edited, or one that is written here. */
export function AcceptForm({ feedback, accept }: Props) {
  const { better_answer: proposed, proposal } = feedback;
  const [question, setQuestion] = useState(feedback.question ?? '');
  const [answer, setAnswer] = useState(proposed ?? '');
  const [audience, setAudience] = useState<Audience>({ kind: 'sources', groups: '' });
  const { packId, hasNone, field: packField } = useDraftPack(proposal.content_pack_id);
  if (hasNone) return <Notice tone="info">{unansweredTexts.noPacks}</Notice>;
  const submit = () =>
    accept.mutate({
      params: { feedback_id: feedback.id },
      body: {
        content_pack_id: packId,
        answer: answer.trim(),
        ...(question === (feedback.question ?? '') ? {} : { question: question.trim() }),
        ...groupsOf(audience),
      },
    });
  return (
    <Card title={proposed === null ? feedbackTexts.formNone : feedbackTexts.formProposed}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={unansweredTexts.ask}
          value={question}
          onChange={setQuestion}
          isRequired
          fault={faultOf(accept.error, '/question')}
        />
        <TextField
          label={feedbackTexts.answer}
          hint={proposed === null ? feedbackTexts.noneHint : feedbackTexts.proposedHint}
          rows={5}
          value={answer}
          onChange={setAnswer}
          isRequired
          fault={faultOf(accept.error, '/answer')}
        />
        {packField}
        <AudienceFields audience={audience} onChange={setAudience} error={accept.error} />
        <FormFault error={accept.error} />
        <div>
          <Button
            type="submit"
            look="primary"
            isDisabled={answer.trim() === '' || question.trim() === '' || packId === ''}
            isBusy={accept.isPending}
          >
            {labelOf(proposed, answer)}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function labelOf(proposed: string | null, answer: string): string {
  if (proposed === null) return feedbackTexts.save;
  return answer === proposed ? feedbackTexts.accept : feedbackTexts.acceptEdited;
}
