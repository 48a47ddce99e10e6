import type { DocumentEntry } from '@avow/contract/content';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/field.tsx';
import { FormFault, faultOf, Loaded } from '../../design/loaded.tsx';
import { splitList } from '../../design/split-list.ts';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { ContentCrumbs } from './content-crumbs.tsx';
import { DocumentText } from './document-text.tsx';
import { LabelsCard } from './labels-card.tsx';

/** A document of a draft: its text as it is quoted, and who gets answers from it. */
export function DocumentPage() {
  const { packId = '', documentId = '' } = useParams({ strict: false });
  const document = useCall('getDocument', { params: { pack_id: packId, document_id: documentId } });
  return (
    <PageLayout
      title={document.data?.title || document.data?.source || contentTexts.tabs.documents}
      crumbs={<ContentCrumbs packId={packId} tab="documents" />}
    >
      <Loaded reading={document}>{(found) => <DocumentView packId={packId} document={found} />}</Loaded>
    </PageLayout>
  );
}

interface Props {
  readonly packId: string;
  readonly document: DocumentEntry;
}

function DocumentView({ packId, document }: Props) {
  const navigate = useNavigate();
  const [title, setTitle] = useState(document.title);
  const [url, setUrl] = useState(document.url ?? '');
  const [groups, setGroups] = useState(document.groups.join(', '));
  const [isDeleting, setDeleting] = useState(false);
  const update = useChange('updateDocument');
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
      },
      { onSuccess: () => notify(contentTexts.saved) },
    );
  return (
    <div className="columns wide-left">
      <DocumentText packId={packId} document={document} />
      <div className="stack">
        <Card title={contentTexts.access}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <TextField
              label={contentTexts.title}
              value={title}
              onChange={setTitle}
              fault={faultOf(update.error, '/title')}
            />
            <TextField
              label={contentTexts.url}
              type="url"
              value={url}
              onChange={setUrl}
              fault={faultOf(update.error, '/url')}
            />
            <TextField
              label={contentTexts.groups}
              hint={contentTexts.groupsHint}
              value={groups}
              onChange={setGroups}
              fault={faultOf(update.error, '/groups')}
            />
            <FormFault error={update.error} />
            <div className="row between">
              <Button type="submit" look="primary" isBusy={update.isPending}>
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
      <Confirm
        title={contentTexts.deleteDocument}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess: () => {
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
