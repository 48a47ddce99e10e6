import type { GoldenEntry } from '@avow/contract/evaluation';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { FormFault, faultOf, Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { splitList } from '../../design/split-list.ts';
import { Badge, Empty } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { notify } from '../../design/toast.tsx';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';

/** Questions with expected answers, and suggestions for them. */
export function GoldenTab({ packId }: { readonly packId: string }) {
  const [isNew, setNew] = useState(false);
  const params = { pack_id: packId };
  const golden = useList('listGoldenQuestions', { params, query: { limit: 100 } });
  const suggest = useChange('suggestGoldenQuestions');
  const find = async () => {
    const { questions } = await suggest.mutateAsync({ params, body: { count: 20 } });
    notify(qualityTexts.suggested(questions.length));
  };
  return (
    <div className="stack">
      <div className="row wrap">
        <Button look="primary" onPress={() => setNew(true)}>
          {qualityTexts.add}
        </Button>
        <Button onPress={() => void find().catch(() => undefined)} isBusy={suggest.isPending}>
          {qualityTexts.suggest}
        </Button>
      </div>
      <FormFault error={suggest.error} />
      <Loaded reading={golden}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={qualityTexts.goldenEmpty}>
              <p>{qualityTexts.goldenEmptyHint}</p>
            </Empty>
          ) : (
            <GoldenTable packId={packId} questions={found} />
          )
        }
      </Loaded>
      <More list={golden} />
      <NewGolden packId={packId} isOpen={isNew} onClose={() => setNew(false)} />
    </div>
  );
}

function GoldenTable({
  packId,
  questions,
}: {
  readonly packId: string;
  readonly questions: readonly GoldenEntry[];
}) {
  const accept = useChange('acceptGoldenQuestion');
  const remove = useChange('deleteGoldenQuestion');
  const params = (id: string) => ({ pack_id: packId, golden_id: id });
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{qualityTexts.question}</th>
            <th scope="col">{qualityTexts.expects}</th>
            <th scope="col">{qualityTexts.state}</th>
            <th scope="col">
              <span className="sr-only">{texts.actions.edit}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {questions.map((each) => (
            <tr key={each.id}>
              <td className="wide">
                <span className="strong">{each.question}</span>
                <span className="small quiet">
                  {each.expects.kind === 'answer'
                    ? each.expects.facts.map((fact) => fact[0]).join(' · ')
                    : ''}
                </span>
              </td>
              <td className="nums">
                {each.expects.kind === 'answer' ? qualityTexts.expectsAnswer : qualityTexts.expectsNone}
              </td>
              <td>
                <Badge tone={each.state === 'accepted' ? 'good' : 'info'}>
                  {qualityTexts.states[each.state] ?? each.state}
                </Badge>
              </td>
              <td>
                <span className="row">
                  {each.state === 'suggested' ? (
                    <Button look="small" onPress={() => accept.mutate({ params: params(each.id), body: {} })}>
                      {qualityTexts.accept}
                    </Button>
                  ) : null}
                  <Button
                    look={['small', 'danger']}
                    aria-label={`${texts.actions.remove} ${each.question}`}
                    onPress={() =>
                      remove.mutate(
                        { params: params(each.id) },
                        { onSuccess: () => notify(qualityTexts.removed) },
                      )
                    }
                  >
                    {texts.actions.remove}
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

interface NewProps {
  readonly packId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function NewGolden({ packId, isOpen, onClose }: NewProps) {
  const [question, setQuestion] = useState('');
  const [facts, setFacts] = useState('');
  const [sources, setSources] = useState('');
  const [isNone, setNone] = useState(false);
  const add = useChange('upsertGoldenQuestions');
  const expects = isNone
    ? { kind: 'not_covered' as const }
    : {
        kind: 'answer' as const,
        facts: splitList(facts, '\n').map((fact) => [fact]),
        sources: splitList(sources, '\n'),
      };
  const submit = () =>
    add.mutate(
      { params: { pack_id: packId }, body: { questions: [{ question: question.trim(), expects }] } },
      {
        onSuccess: () => {
          setQuestion('');
          setFacts('');
          notify(qualityTexts.accepted);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={qualityTexts.add}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: texts.actions.add, isBusy: add.isPending }}
    >
      <TextField
        label={qualityTexts.question}
        value={question}
        onChange={setQuestion}
        isRequired
        fault={faultOf(add.error, '/questions/0/question')}
      />
      <Checkbox label={qualityTexts.notCovered} isSelected={isNone} onChange={setNone} />
      {isNone ? null : (
        <>
          <TextField
            label={qualityTexts.facts}
            hint={qualityTexts.factsHint}
            rows={3}
            value={facts}
            onChange={setFacts}
          />
          <TextField
            label={qualityTexts.sources}
            hint={qualityTexts.sourcesHint}
            rows={2}
            value={sources}
            onChange={setSources}
          />
        </>
      )}
      <FormFault error={add.error} />
    </Dialog>
  );
}
