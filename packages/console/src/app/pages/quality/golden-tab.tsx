import type { GoldenEntry } from '@avow/contract/evaluation';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { FormFault, LoadedList } from '../../design/loaded.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { notify } from '../../design/toast.tsx';
import { goldenFileTexts } from '../../texts/golden-file.ts';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';
import { ExpectedAnswer } from './expected-answer.tsx';
import { GoldenDialog } from './golden-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SuggestionsDialog } from './suggestions-dialog.tsx';

/** Questions with expected answers, and suggestions for them. */
export function GoldenTab({ packId }: { readonly packId: string }) {
  const [edited, setEdited] = useState<GoldenEntry | 'new' | null>(null);
  const [open, setOpen] = useState<'import' | 'suggestions' | null>(null);
  const params = { pack_id: packId };
  const golden = useList('listGoldenQuestions', { params, query: { limit: 100 } });
  const suggest = useChange('suggestGoldenQuestions');
  const find = async () => {
    const { questions } = await suggest.mutateAsync({ params, body: { count: 20 } });
    notify(qualityTexts.suggested(questions.length));
  };
  const suggestions = (golden.data ?? []).filter(({ state }) => state === 'suggested');
  return (
    <div className="stack">
      <div className="row wrap">
        <Button look="primary" onPress={() => setEdited('new')}>
          {qualityTexts.add}
        </Button>
        <Button onPress={() => void find().catch(() => undefined)} isBusy={suggest.isPending}>
          {qualityTexts.suggest}
        </Button>
        <Button onPress={() => setOpen('import')}>{goldenFileTexts.import}</Button>
        {suggestions.length === 0 ? null : (
          <Button onPress={() => setOpen('suggestions')}>
            {goldenFileTexts.reviewSuggestions(suggestions.length)}
          </Button>
        )}
      </div>
      <FormFault error={suggest.error} />
      <LoadedList
        list={golden}
        empty={
          <Empty title={qualityTexts.goldenEmpty}>
            <p>{qualityTexts.goldenEmptyHint}</p>
          </Empty>
        }
      >
        {(found) => <GoldenTable packId={packId} questions={found} onEdit={setEdited} />}
      </LoadedList>
      {open === 'import' ? <ImportDialog packId={packId} onClose={() => setOpen(null)} /> : null}
      {open === 'suggestions' ? (
        <SuggestionsDialog packId={packId} suggestions={suggestions} onClose={() => setOpen(null)} />
      ) : null}
      {edited === null ? null : (
        <GoldenDialog
          packId={packId}
          golden={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

interface TableProps {
  readonly packId: string;
  readonly questions: readonly GoldenEntry[];
  readonly onEdit: (golden: GoldenEntry) => void;
}

function GoldenTable({ packId, questions, onEdit }: TableProps) {
  const accept = useChange('acceptGoldenQuestion');
  const remove = useChange('deleteGoldenQuestion');
  const params = (id: string) => ({ pack_id: packId, golden_id: id });
  return (
    <Table
      columns={[
        qualityTexts.question,
        qualityTexts.expects,
        qualityTexts.state,
        { title: texts.actions.edit, isUnseen: true },
      ]}
    >
      {questions.map((each) => (
        <tr key={each.id}>
          <td className="wide">
            <span className="strong">{each.question}</span>
            <ExpectedAnswer expects={each.expects} />
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
                <Button
                  look="small"
                  aria-label={texts.actionOf(qualityTexts.accept, each.question)}
                  onPress={() => accept.mutate({ params: params(each.id), body: {} })}
                >
                  {qualityTexts.accept}
                </Button>
              ) : null}
              <Button
                look="small"
                aria-label={`${texts.actions.edit} ${each.question}`}
                onPress={() => onEdit(each)}
              >
                {texts.actions.edit}
              </Button>
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
    </Table>
  );
}
