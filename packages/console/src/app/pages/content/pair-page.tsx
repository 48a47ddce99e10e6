import type { QnaEntry } from '@avow/contract/content';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { type Revised, useRevised, useRevisedChange } from '../../api/use-revised.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { LeaveDialog } from '../../design/leave-dialog.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { ContentCrumbs } from './content-crumbs.tsx';
import { LabelsCard } from './labels-card.tsx';
import { PairFields } from './pair-fields.tsx';
import { emptyPair, type PairForm, pairFieldNames, pairRequest, toPairForm } from './pair-form.ts';
import { PairPreviewCard, usePairPreview } from './pair-preview-card.tsx';
import { SaveFault } from './save-fault.tsx';
import { useEdited } from './use-edited.ts';

const notStored: Revised<null> = { entry: null, revision: null };

/** A curated pair of a draft, or a new one, beside the past questions that it would answer. */
export function PairPage() {
  const { packId = '', qnaId = '' } = useParams({ strict: false });
  const { question = '' } = useSearch({ strict: false });
  const isNew = qnaId === 'new';
  const preview = usePairPreview(packId);
  const pair = useRevised('getQna', { pack_id: packId, qna_id: qnaId }, { enabled: !isNew });
  return (
    <PageLayout
      title={isNew ? contentTexts.newPair : (pair.data?.entry.question ?? contentTexts.question)}
      crumbs={<ContentCrumbs packId={packId} tab="pairs" />}
    >
      {isNew ? (
        <PairEditor packId={packId} read={notStored} empty={{ ...emptyPair, question }} preview={preview} />
      ) : (
        <Loaded reading={pair}>
          {(found) => (
            <PairEditor
              key={found.entry.id}
              packId={packId}
              read={found}
              empty={emptyPair}
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
  readonly read: Revised<QnaEntry | null>;
  /** What a new one begins with. */
  readonly empty: PairForm;
  readonly preview: ReturnType<typeof usePairPreview>;
}

function PairEditor({ packId, read, empty, preview }: Props) {
  const navigate = useNavigate();
  const toForm = (entry: QnaEntry | null) => (entry === null ? empty : toPairForm(entry));
  const edited = useEdited(read, toForm);
  const { form, setForm, base } = edited;
  const pair = read.entry;
  const isDone = useRef(false);
  const [isDeleting, setDeleting] = useState(false);
  const create = useChange('createQna');
  const replace = useRevisedChange('replaceQna');
  const remove = useChange('deleteQna');
  const restore = useChange('createQna');
  const params = { pack_id: packId };
  const ofPair = { ...params, qna_id: pair?.id ?? '' };
  const saving = pair === null ? create : replace;
  const body = pairRequest(form);
  const onSaved = ({ id }: QnaEntry) => {
    notify(contentTexts.saved);
    preview.mutate({ qnaId: id, form });
  };
  const save = () => {
    if (pair !== null)
      return replace.mutate(
        { params: ofPair, body, revision: base.revision },
        {
          onSuccess: (saved) => {
            edited.onSaved(saved, form);
            onSaved(saved.entry);
          },
        },
      );
    create.mutate(
      { params, body },
      {
        onSuccess: (saved) => {
          isDone.current = true;
          onSaved(saved);
          void navigate({ to: '/content/$packId/pairs/$qnaId', params: { packId, qnaId: saved.id } });
        },
      },
    );
  };
  const drop = () =>
    remove.mutate(
      { params: ofPair },
      {
        onSuccess: () => {
          isDone.current = true;
          notify(contentTexts.deleted, {
            onUndo: () => restore.mutate({ params, body: pairRequest(edited.stored) }),
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
          <SaveFault error={saving.error} edited={edited} names={pairFieldNames} onDecided={saving.reset} />
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
      <LeaveDialog
        changes={edited.changed.map((field) => pairFieldNames[field])}
        mayLeave={() => isDone.current}
      />
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
