import type { ContentPack } from '@avow/contract/content';
import { demonstrationPackNames } from '@avow/contract/values';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { TextField } from '../../design/field.tsx';
import { formatDateTime, formatShare } from '../../design/format.ts';
import { Icon } from '../../design/icon.tsx';
import { FormFault, faultOf, Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Card, Empty, Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';

/** All content packs of the tenant. */
export function PacksPage() {
  const [isNew, setNew] = useState(false);
  const packs = useList('listContentPacks', { query: { limit: 50 } });
  const add = (
    <Button look="primary" onPress={() => setNew(true)}>
      <Icon name="plus" />
      {contentTexts.newPack}
    </Button>
  );
  return (
    <PageLayout title={texts.pages.content} actions={packs.data?.length === 0 ? undefined : add}>
      <Loaded reading={packs}>
        {(found) =>
          found.length === 0 ? (
            <Card>
              <Empty title={contentTexts.emptyTitle} actions={add}>
                <p>{contentTexts.empty}</p>
              </Empty>
            </Card>
          ) : (
            <>
              <Demonstration packs={found} />
              <Card title={contentTexts.packs} isFlush>
                <PackTable packs={found} />
                <More list={packs} />
              </Card>
            </>
          )
        }
      </Loaded>
      <NewPack isOpen={isNew} onClose={() => setNew(false)} />
    </PageLayout>
  );
}

/** Why the demonstration does not answer any more, as long as it is there. */
function Demonstration({ packs }: { readonly packs: readonly ContentPack[] }) {
  const serve = useChange('rollbackContentPack');
  const stopped = packs.filter(
    ({ name, latest_version: latest, published_version: served }) =>
      demonstrationPackNames.has(name) && latest === 1 && served === null,
  );
  const hasOwn = packs.some(
    ({ name, published_version: served }) => served !== null && !demonstrationPackNames.has(name),
  );
  if (stopped.length === 0 || !hasOwn) return null;
  const serveAll = async () => {
    for (const { id } of stopped)
      await serve.mutateAsync({ params: { pack_id: id }, body: { version: 1 } }).catch(() => undefined);
  };
  return (
    <Notice
      tone="info"
      actions={
        <Button onPress={() => void serveAll()} isBusy={serve.isPending}>
          {contentTexts.demonstrationBack}
        </Button>
      }
    >
      {contentTexts.demonstrationStopped(stopped.map(({ name }) => name))}
      <FormFault error={serve.error} />
    </Notice>
  );
}

function PackTable({ packs }: { readonly packs: readonly ContentPack[] }) {
  return (
    <Table
      columns={[
        contentTexts.name,
        contentTexts.served,
        contentTexts.draft,
        contentTexts.embedded,
        contentTexts.updated,
      ]}
    >
      {packs.map((pack) => (
        <tr key={pack.id}>
          <td className="wide">
            <Link to="/content/$packId" params={{ packId: pack.id }} className="strong">
              {pack.name}
            </Link>
            <span className="small quiet">{pack.description}</span>
          </td>
          <td>
            {pack.published_version === null ? (
              <Badge>{contentTexts.notServed}</Badge>
            ) : (
              <Badge tone="good">{contentTexts.servedVersion(pack.published_version)}</Badge>
            )}
          </td>
          <td className="nums">
            <span className="row">
              {contentTexts.draftCounts(pack.draft.document_count, pack.draft.qna_count)}
              {pack.draft.changed ? <Badge tone="info">{contentTexts.changed}</Badge> : null}
            </span>
          </td>
          <td className="nums" data-label={contentTexts.embedded}>
            {pack.embeddings === null || pack.embeddings.total === 0
              ? texts.none
              : formatShare(pack.embeddings.done / pack.embeddings.total)}
          </td>
          <td className="nums">{formatDateTime(pack.updated_at)}</td>
        </tr>
      ))}
    </Table>
  );
}

function NewPack({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useChange('createContentPack');
  const submit = () =>
    create.mutate(
      { body: { name: name.trim(), description: description.trim() } },
      { onSuccess: ({ id }) => void navigate({ to: '/content/$packId', params: { packId: id } }) },
    );
  return (
    <Dialog
      title={contentTexts.newPack}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: contentTexts.create, isBusy: create.isPending }}
    >
      <TextField
        label={contentTexts.name}
        value={name}
        onChange={setName}
        isRequired
        fault={faultOf(create.error, '/name')}
      />
      <TextField label={contentTexts.description} rows={3} value={description} onChange={setDescription} />
      <FormFault error={create.error} />
    </Dialog>
  );
}
