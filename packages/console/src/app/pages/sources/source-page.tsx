import type { SourceEntry } from '@avow/contract/sources';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Checkbox } from '../../design/field.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { Card, Empty, Notice } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { sourceTexts } from '../../texts/sources.ts';
import { ContentCrumbs } from '../content/content-crumbs.tsx';
import { SourceSettingsForm } from './source-settings-form.tsx';
import { SourceState } from './sources-tab.tsx';
import { SyncProgress, SyncResultCard } from './sync-result-card.tsx';

const syncingMs = 500;
const waitingMs = 15_000;

/** One source: what it is doing, how its last sync ended, and its settings. */
export function SourcePage() {
  const { packId = '', sourceId = '' } = useParams({ strict: false });
  const source = useCall(
    'getSource',
    { params: { pack_id: packId, source_id: sourceId } },
    { every: (found) => (found?.sync == null ? waitingMs : syncingMs) },
  );
  return <Loaded reading={source}>{(found) => <SourceView source={found} />}</Loaded>;
}

function SourceView({ source }: { readonly source: SourceEntry }) {
  const params = { pack_id: source.pack_id, source_id: source.id };
  const [isRemoving, setRemoving] = useState(false);
  const start = useChange('syncSource');
  const update = useChange('updateSource');
  const isPaused = source.status === 'paused';
  const isIdle = source.sync === null && !isPaused;
  const sync = (body: object) => start.mutate({ params, body });
  return (
    <PageLayout
      title={source.name}
      crumbs={<ContentCrumbs packId={source.pack_id} tab="sources" />}
      actions={
        <>
          <SourceState source={source} />
          <Button onPress={() => sync({ dry_run: true })} isDisabled={!isIdle} isBusy={start.isPending}>
            {sourceTexts.plan}
          </Button>
          <Button onPress={() => update.mutate({ params, body: { status: isPaused ? 'active' : 'paused' } })}>
            {isPaused ? sourceTexts.resume : sourceTexts.pause}
          </Button>
          <Button look="danger" onPress={() => setRemoving(true)}>
            {sourceTexts.remove}
          </Button>
          <Button look="primary" onPress={() => sync({})} isDisabled={!isIdle} isBusy={start.isPending}>
            {sourceTexts.sync}
          </Button>
        </>
      }
    >
      <FormFault error={start.error ?? update.error} />
      {source.paused_reason === 'crashes' ? <Notice tone="bad">{sourceTexts.pausedByService}</Notice> : null}
      {source.failing_since === null ? null : (
        <Notice tone="bad">{sourceTexts.failingSince(formatDateTime(source.failing_since))}</Notice>
      )}
      {source.sync === null ? null : (
        <Card>
          <SyncProgress sync={source.sync} itemCount={source.item_count} />
        </Card>
      )}
      {source.last_sync === null ? (
        source.sync === null ? (
          <Empty title={sourceTexts.noResult} />
        ) : null
      ) : (
        <SyncResultCard source={source} result={source.last_sync} />
      )}
      {source.last_sync?.outcome === 'too_many_removals' ? (
        <div>
          <Button look="danger" isDisabled={!isIdle} onPress={() => sync({ allow_removals: true })}>
            {sourceTexts.allowRemovals}
          </Button>
        </div>
      ) : null}
      <SourceSettingsForm key={source.id} source={source} />
      <RemoveSource source={source} isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </PageLayout>
  );
}

interface RemoveProps {
  readonly source: SourceEntry;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function RemoveSource({ source, isOpen, onClose }: RemoveProps) {
  const navigate = useNavigate();
  const [withDocuments, setWithDocuments] = useState(false);
  const remove = useChange('deleteSource');
  const confirm = () =>
    remove.mutate(
      {
        params: { pack_id: source.pack_id, source_id: source.id },
        query: { documents: withDocuments ? 'remove' : 'keep' },
      },
      {
        onSuccess: () => {
          notify(sourceTexts.removed);
          void navigate({
            ...{ to: '/content/$packId', params: { packId: source.pack_id }, search: { tab: 'sources' } },
          });
        },
      },
    );
  return (
    <Confirm
      title={sourceTexts.removeTitle(source.name)}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      action={sourceTexts.remove}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
    >
      <p>{sourceTexts.removeHint}</p>
      <Checkbox label={sourceTexts.removeDocuments} isSelected={withDocuments} onChange={setWithDocuments} />
    </Confirm>
  );
}
