import type { QnaEntry } from '@avow/contract/content';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { ContentCrumbs } from './content-crumbs.tsx';
import { LabelsCard } from './labels-card.tsx';
import { PairFields } from './pair-fields.tsx';
import { emptyPair, type PairForm, pairRequest, toPairForm } from './pair-form.ts';
import { PairPreviewCard, usePairPreview } from './pair-preview-card.tsx';

/** A curated pair of a draft, or a new one, beside the past questions that it would answer. */
export function PairPage() {
  const { packId = '', qnaId = '' } = useParams({ strict: false });
  const { question = '' } = useSearch({ strict: false });
  const isNew = qnaId === 'new';
  const preview = usePairPreview(packId);
  const pair = useCall('getQna', { params: { pack_id: packId, qna_id: qnaId } }, { enabled: !isNew });
  return (
    <PageLayout
      title={isNew ? contentTexts.newPair : (pair.data?.question ?? contentTexts.question)}
      crumbs={<ContentCrumbs packId={packId} tab="pairs" />}
    >
      {isNew ? (
        <PairEditor packId={packId} pair={null} initial={{ ...emptyPair, question }} preview={preview} />
      ) : (
        <Loaded reading={pair}>
          {(found) => (
            <PairEditor
              key={found.updated_at}
              packId={packId}
              pair={found}
              initial={toPairForm(found)}
              preview={preview}
            />
          )}
        </Loaded>
      )}
    </PageLayout>
  );
}

interface Props {
  readonly packId: string;
  /** Null: it is not in the draft yet. */
  readonly pair: QnaEntry | null;
  readonly initial: PairForm;
  readonly preview: ReturnType<typeof usePairPreview>;
}

function PairEditor({ packId, pair, initial, preview }: Props) {
  const navigate = useNavigate();
  const [form, setForm] = useState(initial);
  const [isDeleting, setDeleting] = useState(false);
  const create = useChange('createQna');
  const replace = useChange('replaceQna');
  const remove = useChange('deleteQna');
  const restore = useChange('createQna');
  const params = { pack_id: packId };
  const ofPair = { ...params, qna_id: pair?.id ?? '' };
  const saving = pair === null ? create : replace;
  const save = () =>
    saving.mutate(
      { params: pair === null ? params : ofPair, body: pairRequest(form) },
      {
        onSuccess: (saved) => {
          notify(contentTexts.saved);
          preview.mutate({ qnaId: saved.id, form });
          void navigate({ to: '/content/$packId/pairs/$qnaId', params: { packId, qnaId: saved.id } });
        },
      },
    );
  const drop = () =>
    remove.mutate(
      { params: ofPair },
      {
        onSuccess: () => {
          notify(contentTexts.deleted, {
            onUndo: () => restore.mutate({ params, body: pairRequest(initial) }),
          });
          void navigate({ to: '/content/$packId', params: { packId }, search: { tab: 'pairs' } });
        },
      },
    );
  return (
    <div className="columns">
      <Card>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <PairFields form={form} onChange={setForm} error={saving.error} />
          <FormFault error={saving.error} />
          <div className="row between">
            <Button type="submit" look="primary" isBusy={saving.isPending}>
              {contentTexts.savePair}
            </Button>
            {pair === null ? null : (
              <Button look="danger" onPress={() => setDeleting(true)}>
                {contentTexts.deletePair}
              </Button>
            )}
          </div>
        </form>
      </Card>
      <div className="stack">
        <PairPreviewCard preview={preview} qnaId={pair?.id ?? null} form={form} />
        {pair === null ? null : <LabelsCard packId={packId} id={pair.id} owner={pair.owner} tags={null} />}
      </div>
      <Confirm
        title={contentTexts.deletePair}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={drop}
        action={texts.actions.delete}
        isDanger
        isBusy={remove.isPending}
        error={remove.error}
      >
        <p>{contentTexts.confirmDelete}</p>
      </Confirm>
    </div>
  );
}
