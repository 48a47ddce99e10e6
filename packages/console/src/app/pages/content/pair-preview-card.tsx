import type { QnaPreview } from '@avow/contract/content';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CallError, call } from '../../api/call.ts';
import { Button } from '../../design/button.tsx';
import { formatCount, formatScore } from '../../design/format.ts';
import { FormFault } from '../../design/loaded.tsx';
import { Card, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { type PairForm, pairRequest } from './pair-form.ts';

/** A pair as it is in the form; null: it is not in the draft yet. */
interface Previewed {
  readonly qnaId: string | null;
  readonly form: PairForm;
}

type PairPreviewing = UseMutationResult<QnaPreview, CallError, Previewed>;

/** Compares a pair with past questions. Kept by the page, so that saving a pair can show what it answers. */
export function usePairPreview(packId: string): PairPreviewing {
  return useMutation<QnaPreview, CallError, Previewed>({
    mutationFn: ({ qnaId, form }) =>
      call('previewQna', {
        params: { pack_id: packId },
        query: qnaId === null ? {} : { qna_id: qnaId },
        body: pairRequest(form),
      }),
  });
}

interface Props extends Previewed {
  readonly preview: PairPreviewing;
}

/** Which of the questions that were asked this pair would answer: before it is saved, and once it is. */
export function PairPreviewCard({ preview, qnaId, form }: Props) {
  const isShown = preview.variables?.qnaId === qnaId;
  const isEmpty = form.question.trim() === '' || form.answer.trim() === '';
  return (
    <Card
      title={contentTexts.preview}
      actions={
        <Button
          look="small"
          isDisabled={isEmpty}
          isBusy={preview.isPending}
          onPress={() => preview.mutate({ qnaId, form })}
        >
          {contentTexts.previewRun}
        </Button>
      }
      isFlush
    >
      {preview.error === null || !isShown ? null : (
        <div className="card-body">
          <FormFault error={preview.error} />
        </div>
      )}
      {preview.data === undefined || !isShown ? null : <PreviewResult preview={preview.data} />}
    </Card>
  );
}

function PreviewResult({ preview: { messages, golden } }: { readonly preview: QnaPreview }) {
  if (messages.captured === 0 && golden.captured === 0)
    return (
      <Empty title={contentTexts.previewNone}>
        <p>{contentTexts.previewCaptured(0, messages.compared)}</p>
      </Empty>
    );
  return (
    <div className="stack">
      <p className="card-body strong" role="status">
        {contentTexts.previewCaptured(messages.captured, messages.compared)}
      </p>
      <Table
        columns={[
          contentTexts.question,
          { title: contentTexts.previewAsked, isEnd: true },
          { title: contentTexts.previewScore, isEnd: true },
          contentTexts.previewBefore,
        ]}
      >
        {messages.data.map((each) => (
          <tr key={each.last_message_id}>
            <td className="wide">
              <Link to="/ask/$messageId" params={{ messageId: each.last_message_id }}>
                {each.question}
              </Link>
            </td>
            <td className="end">{formatCount(each.count)}</td>
            <td className="end">{formatScore(each.score)}</td>
            <td>{texts.sourceTypes[each.answered_from] ?? each.answered_from}</td>
          </tr>
        ))}
      </Table>
      {golden.data.length === 0 ? null : (
        <div className="card-body stack tight">
          <h3>{contentTexts.previewGolden}</h3>
          <ul>
            {golden.data.map(({ golden_id: id, question, score }) => (
              <li key={id}>{`${question} (${formatScore(score)})`}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
