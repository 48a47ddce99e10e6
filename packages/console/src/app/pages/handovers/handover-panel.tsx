import type { Handover } from '@avow/contract/visitors';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Card, FactList } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { handoverTexts } from '../../texts/handovers.ts';
import { HandoverPosts } from './handover-posts.tsx';

interface Props {
  readonly handover: Handover;
  /** Called before what was sent leaves the list. */
  readonly onReply: () => void;
}

/** What a visitor asked and wrote, and the reply to it. */
export function HandoverPanel({ handover, onReply }: Props) {
  const reply = useChange('replyToHandover');
  const close = useChange('closeHandover');
  // What was done here may be newer than what the list says, and the other way round.
  const current = [handover, reply.data, close.data].reduce<Handover>(
    (newest, next) => (next !== undefined && next.updated_at > newest.updated_at ? next : newest),
    handover,
  );
  const params = { message_id: handover.message_id };
  const end = () => {
    onReply();
    close.mutate({ params, body: {} }, { onSuccess: () => notify(handoverTexts.closed) });
  };
  return (
    <div className="stack">
      <Card
        title={current.question}
        actions={
          current.state === 'closed' ? undefined : (
            <Button look="small" onPress={end} isBusy={close.isPending}>
              {handoverTexts.close}
            </Button>
          )
        }
      >
        <div className="stack">
          <h3>{handoverTexts.answered}</h3>
          {current.answer === '' ? (
            <p className="quiet">{handoverTexts.notAnswered}</p>
          ) : (
            <div className="answer-text">
              <MarkdownText text={current.answer} ranges={[]} />
            </div>
          )}
          <Facts handover={current} />
          <FormFault error={close.error} />
        </div>
      </Card>
      <Card title={handoverTexts.conversation}>
        <div className="stack">
          <HandoverPosts posts={current.posts} />
          <ReplyForm
            email={current.email}
            error={reply.error}
            isBusy={reply.isPending}
            onSend={(body, onSent) => {
              onReply();
              reply.mutate(
                { params, body },
                {
                  onSuccess: () => {
                    onSent();
                    notify(handoverTexts.sent);
                  },
                },
              );
            }}
          />
        </div>
      </Card>
    </div>
  );
}

function Facts({ handover }: { readonly handover: Handover }) {
  const may = useMay();
  const { message_id: messageId, thread_id: threadId, created_at: since } = handover;
  return (
    <FactList
      rows={[
        [handoverTexts.since, formatDateTime(since)],
        [
          handoverTexts.message,
          <span key="message" className="row wrap">
            {may('messages:read') ? (
              <Link to="/ask/$messageId" params={{ messageId }}>
                {handoverTexts.openMessage}
              </Link>
            ) : null}
            {may('audit:read') ? (
              <>
                <Link to="/records/$messageId" params={{ messageId }}>
                  {handoverTexts.openRecord}
                </Link>
                <Link to="/records/threads/$threadId" params={{ threadId }}>
                  {handoverTexts.openThread}
                </Link>
              </>
            ) : null}
          </span>,
        ],
      ]}
    />
  );
}

interface ReplyProps {
  readonly email: string | null;
  readonly error: ReturnType<typeof useChange<'replyToHandover'>>['error'];
  readonly isBusy: boolean;
  readonly onSend: (
    body: { readonly text: string; readonly name?: string; readonly close: boolean },
    onSent: () => void,
  ) => void;
}

function ReplyForm({ email, error, isBusy, onSend }: ReplyProps) {
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [isClosing, setClosing] = useState(false);
  const given = name.trim() === '' ? {} : { name: name.trim() };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ text, ...given, close: isClosing }, () => setText(''));
      }}
    >
      <TextField
        label={handoverTexts.reply}
        hint={[handoverTexts.replyHint, ...(email === null ? [] : [handoverTexts.emailHint(email)])].join(
          ' ',
        )}
        value={text}
        onChange={setText}
        rows={4}
        isRequired
      />
      <TextField label={handoverTexts.name} value={name} onChange={setName} autoComplete="given-name" />
      <Checkbox label={handoverTexts.closing} isSelected={isClosing} onChange={setClosing} />
      <FormFault error={error} />
      <div>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {handoverTexts.send}
        </Button>
      </div>
    </form>
  );
}
