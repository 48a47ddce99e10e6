import type { DocumentEntry } from '@avow/contract/content';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { type Revised, useRevised, useRevisedChange } from '../../api/use-revised.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/field.tsx';
import { LeaveDialog } from '../../design/leave-dialog.tsx';
import { faultOf, Loaded } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { ContentCrumbs } from './content-crumbs.tsx';
import { documentFieldNames, toDocumentForm } from './document-form.ts';
import { DocumentText } from './document-text.tsx';
import { LabelsCard } from './labels-card.tsx';
import { SaveFault } from './save-fault.tsx';
import { useEdited } from './use-edited.ts';

/** A document of a draft: its text as it is quoted, and who gets answers from it. */
export function DocumentPage() {
  const { packId = '', documentId = '' } = useParams({ strict: false });
  const document = useRevised('getDocument', { pack_id: packId, document_id: documentId });
  return (
    <PageLayout
      title={document.data?.entry.title || document.data?.entry.source || contentTexts.tabs.documents}
      crumbs={<ContentCrumbs packId={packId} tab="documents" />}
    >
      <Loaded reading={document}>
        {(found) => <DocumentView key={found.entry.id} packId={packId} read={found} />}
      </Loaded>
    </PageLayout>
  );
}

interface Props {
  readonly packId: string;
  readonly read: Revised<DocumentEntry>;
}

function DocumentView({ packId, read }: Props) {
  const navigate = useNavigate();
  const document = read.entry;
  const edited = useEdited(read, toDocumentForm);
  const { title, url, groups } = edited.form;
  const field = (name: 'title' | 'url' | 'groups') => ({
    label: documentFieldNames[name],
    value: edited.form[name],
    onChange: (typed: string) => edited.setForm((now) => ({ ...now, [name]: typed })),
    fault: faultOf(update.error, `/${name}`),
  });
  const isDone = useRef(false);
  const [isDeleting, setDeleting] = useState(false);
  const update = useRevisedChange('updateDocument');
  const remove = useChange('deleteDocument');
  const params = { pack_id: packId, document_id: document.id };
  const save = () =>
    update.mutate(
      {
        params,
        body: {
          ...(title.trim() === '' ? {} : { title: title.trim() }),
          url: url.trim() === '' ? null : url.trim(),
          groups: splitList(groups),
        },
        revision: edited.base.revision,
      },
      {
        onSuccess: (saved) => {
          edited.onSaved(saved, { title, url, groups });
          notify(contentTexts.saved);
        },
      },
    );
  return (
    <div className="columns wide-left">
      <DocumentText packId={packId} edited={edited} />
      <div className="stack">
        <Card title={contentTexts.access}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <TextField {...field('title')} />
            <TextField {...field('url')} type="url" />
            <TextField {...field('groups')} hint={contentTexts.groupsHint} />
            <SaveFault
              error={update.error}
              edited={edited}
              names={documentFieldNames}
              onDecided={update.reset}
            />
            <div className="row between">
              {/* The text beside it is saved by a button of its own. */}
              <Button
                type="submit"
                look="primary"
                isBusy={update.isPending}
                isDisabled={!edited.changed.some((name) => name !== 'text')}
              >
                {contentTexts.savePair}
              </Button>
              <Button look="danger" onPress={() => setDeleting(true)}>
                {contentTexts.deleteDocument}
              </Button>
            </div>
          </form>
        </Card>
        <LabelsCard packId={packId} id={document.id} owner={document.owner} tags={document.tags} />
      </div>
      <LeaveDialog
        changes={edited.changed.map((name) => documentFieldNames[name])}
        mayLeave={() => isDone.current}
      />
      <Confirm
        title={contentTexts.deleteDocument}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
                isDone.current = true;
                notify(contentTexts.deleted);
                void navigate({ to: '/content/$packId', params: { packId } });
              },
            },
          )
        }
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
