import type { QnaEntry } from '@avow/contract/content';
import type { FeedbackEntry } from '@avow/contract/feedback';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallError, CallOptions } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf, Loading } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { Card, Notice } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';
import { feedbackTexts } from '../../texts/feedback.ts';
import { unansweredTexts } from '../../texts/unanswered.ts';
import { type AudienceChoice, AudienceFields, groupsOf } from '../unanswered/audience-fields.tsx';
import { useDraftPack } from '../unanswered/draft-pack.tsx';

interface Props {
  readonly feedback: FeedbackEntry;
  readonly accept: UseMutationResult<FeedbackEntry, CallError, CallOptions>;
}

/** Puts a better answer into the draft of a pack: first of all into the pair that answered, if one did. */
export function AcceptForm(props: Props) {
  const answering = props.feedback.cited?.find(({ document_id: id }) => id.startsWith('qna_'));
  const pair = useCall(
    'getQna',
    { params: { pack_id: answering?.content_pack_id ?? '', qna_id: answering?.document_id ?? '' } },
    { enabled: answering !== undefined && props.accept.data === undefined },
  );
  const [isNew, setNew] = useState(false);
  if (answering !== undefined && pair.isPending) return <Loading />;
  // It may have left the draft since.
  const answered = pair.data ?? null;
  const existing = isNew ? null : answered;
  return (
    <Card title={titleOf(props.feedback, existing)}>
      <div className="stack">
        {answered === null ? null : (
          <SelectField
            label={feedbackTexts.into}
            value={isNew ? 'new' : 'existing'}
            onChange={(chosen) => setNew(chosen === 'new')}
            options={[
              { value: 'existing', label: feedbackTexts.intoExisting(answered.question) },
              { value: 'new', label: feedbackTexts.intoNew },
            ]}
          />
        )}
        <AnswerForm
          key={existing?.id ?? 'new'}
          {...props}
          existing={existing}
          knownPackId={(existing === null ? undefined : answering?.content_pack_id) ?? packOf(props.feedback)}
        />
      </div>
    </Card>
  );
}

function titleOf({ better_answer: proposed }: FeedbackEntry, existing: QnaEntry | null): string {
  if (existing !== null) return feedbackTexts.formExisting;
  return proposed === null ? feedbackTexts.formNone : feedbackTexts.formProposed;
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

interface FormProps extends Props {
  /** The pair that gets the answer; null: a new one. */
  readonly existing: QnaEntry | null;
  /** Where it goes, unless another is chosen; null: it has to be chosen. */
  readonly knownPackId: string | null;
}

/** The proposed answer, that one edited, or one that is written here. */
function AnswerForm({ feedback, accept, existing, knownPackId }: FormProps) {
  const { better_answer: proposed } = feedback;
  const asked = feedback.question ?? '';
  const [question, setQuestion] = useState(existing?.question ?? asked);
  const [phrasings, setPhrasings] = useState(phrasingsOf(asked, existing).join('\n'));
  const [answer, setAnswer] = useState(proposed ?? existing?.answer ?? '');
  const [audience, setAudience] = useState<AudienceChoice>({ kind: 'sources', groups: '' });
  const { packId, hasNone, field: packField } = useDraftPack(knownPackId);
  if (hasNone) return <Notice tone="info">{unansweredTexts.noPacks}</Notice>;
  const submit = () =>
    accept.mutate({
      params: { feedback_id: feedback.id },
      body: {
        content_pack_id: packId,
        ...(existing === null ? {} : { qna_id: existing.id }),
        answer: answer.trim(),
        ...(question.trim() === (existing?.question ?? asked) ? {} : { question: question.trim() }),
        alternatives: splitList(phrasings, '\n').filter((phrasing) => !isSame(phrasing, question)),
        ...groupsOf(audience),
      },
    });
  return (
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
        label={unansweredTexts.examples}
        hint={contentTexts.phrasingsHint}
        rows={3}
        value={phrasings}
        onChange={setPhrasings}
        fault={faultOf(accept.error, '/alternatives')}
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
      {existing === null ? packField : null}
      {existing === null || faultOf(accept.error, '/groups') !== undefined ? (
        <AudienceFields
          audience={audience}
          onChange={setAudience}
          error={accept.error}
          hasSources={(feedback.cited ?? []).length > 0}
        />
      ) : null}
      <FormFault error={accept.error} shown={['/question', '/alternatives', '/answer', '/groups']} />
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
  );
}

/** Those that the pair has, and the one that was asked. */
function phrasingsOf(asked: string, existing: QnaEntry | null): readonly string[] {
  if (existing === null) return asked === '' ? [] : [asked];
  const known = [existing.question, ...existing.alternatives];
  const isKnown = asked === '' || known.some((each) => isSame(each, asked));
  return isKnown ? existing.alternatives : [...existing.alternatives, asked];
}

const packOf = ({ proposal, cited }: FeedbackEntry) =>
  proposal.content_pack_id ?? cited?.[0]?.content_pack_id ?? null;

function labelOf(proposed: string | null, answer: string): string {
  if (proposed === null) return feedbackTexts.save;
  return answer === proposed ? feedbackTexts.accept : feedbackTexts.acceptEdited;
}
