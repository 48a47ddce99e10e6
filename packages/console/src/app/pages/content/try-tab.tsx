import type { DraftTrialSide } from '@avow/contract/evaluation';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { BandBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { readableText } from '../../design/readable-text.ts';
import { splitList } from '../../design/split-list.ts';
import { Notice } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';

const t = contentTexts.trial;

/** Asks the draft, beside what is served: what publishing would change for one question. */
export function TryTab({ packId }: { readonly packId: string }) {
  const [question, setQuestion] = useState('');
  const [groups, setGroups] = useState('');
  const ask = useChange('askDraft');
  return (
    <div className="stack">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({
            params: { pack_id: packId },
            body: { question: question.trim(), groups: splitList(groups) },
          });
        }}
      >
        <div className="columns">
          <TextField
            label={contentTexts.question}
            value={question}
            onChange={setQuestion}
            isRequired
            fault={faultOf(ask.error, '/question')}
          />
          <TextField
            label={t.groups}
            hint={t.groupsHint}
            value={groups}
            onChange={setGroups}
            fault={faultOf(ask.error, '/groups')}
          />
        </div>
        <div className="row">
          <Button type="submit" look="primary" isBusy={ask.isPending}>
            {t.ask}
          </Button>
          <span className="small quiet">{t.hint}</span>
        </div>
        <FormFault error={ask.error} />
      </form>
      {ask.data === undefined ? null : (
        <div className="columns even">
          <Side title={t.draft} side={ask.data.draft} />
          {ask.data.published === null ? (
            <Notice tone="info">{t.nothingServed}</Notice>
          ) : (
            <Side title={t.published(ask.data.published.version)} side={ask.data.published} />
          )}
        </div>
      )}
    </div>
  );
}

function Side({ title, side }: { readonly title: string; readonly side: DraftTrialSide }) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {side.response === null ? null : (
          <BandBadge confidence={side.response.confidence} status={side.response.status} />
        )}
      </div>
      <div className="card-body stack">
        <Answer side={side} />
      </div>
    </section>
  );
}

function Answer({ side: { response, problem } }: { readonly side: DraftTrialSide }) {
  if (response === null) return <p className="bad">{t.failed(problem ?? '')}</p>;
  const { answer, citations, agent_context: context } = response;
  const why =
    context.blocked_reason === 'none' ? (t.causes[context.no_answer_cause ?? ''] ?? t.noAnswer) : t.blocked;
  return (
    <>
      {answer === '' ? (
        <p className="quiet">{why}</p>
      ) : (
        <div className="answer-text">
          <MarkdownText
            text={answer}
            ranges={citations.map((each) => ({ start: each.answer_start, end: each.answer_end }))}
          />
        </div>
      )}
      {context.clarifying_question === null ? null : <p>{context.clarifying_question}</p>}
      {citations.map((citation) => (
        <div key={`${citation.document_id} ${citation.start}`}>
          <span className="small quiet">{citation.title || citation.source}</span>
          <blockquote>{readableText(citation.quote ?? '')}</blockquote>
        </div>
      ))}
    </>
  );
}
