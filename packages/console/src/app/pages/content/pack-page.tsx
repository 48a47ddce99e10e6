import type { ContentPack } from '@avow/contract/content';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatCount, formatShare } from '../../design/format.ts';
import { Icon } from '../../design/icon.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card, Meter } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { DocumentsTab } from './documents-tab.tsx';
import { PairsTab } from './pairs-tab.tsx';
import { PublishDialog } from './publish-dialog.tsx';

// Loaded by those who open them: few do each time that they look at a pack.
const SourcesTab = lazy(async () => ({ default: (await import('../sources/sources-tab.tsx')).SourcesTab }));
const ChangesTab = lazy(async () => ({ default: (await import('./changes-tab.tsx')).ChangesTab }));
const VersionsTab = lazy(async () => ({ default: (await import('./versions-tab.tsx')).VersionsTab }));
const JobsTab = lazy(async () => ({ default: (await import('./jobs-tab.tsx')).JobsTab }));
const PackSettings = lazy(async () => ({ default: (await import('./pack-settings.tsx')).PackSettings }));
const TryTab = lazy(async () => ({ default: (await import('./try-tab.tsx')).TryTab }));
const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }));
const ImportPairsDialog = lazy(async () => ({
  default: (await import('./import-pairs-dialog.tsx')).ImportPairsDialog,
}));
const ReportTab = lazy(async () => ({ default: (await import('./report-tab.tsx')).ReportTab }));

/** While something is still done to the content. */
const workingMs = 2_000;

export function PackPage() {
  const { packId = '' } = useParams({ strict: false });
  const pack = useCall(
    'getContentPack',
    { params: { pack_id: packId } },
    {
      every: (found) =>
        [found?.embeddings, found?.screening].some(
          (progress) => progress != null && progress.done < progress.total,
        )
          ? workingMs
          : false,
    },
  );
  return <Loaded reading={pack}>{(found) => <PackView pack={found} />}</Loaded>;
}

function PackView({ pack }: { readonly pack: ContentPack }) {
  const navigate = useNavigate();
  const { tab = 'documents' } = useSearch({ strict: false });
  const [open, setOpen] = useState<'upload' | 'publish' | null>(null);
  const [pairs, setPairs] = useState<{ readonly given: File | null } | null>(null);
  const close = () => setOpen(null);
  return (
    <PageLayout
      title={pack.name}
      crumbs={
        <>
          <Link to="/content">{texts.pages.content}</Link>
          <span aria-hidden="true">{texts.crumb}</span>
        </>
      }
      actions={
        <>
          <PackState pack={pack} />
          <Button onPress={() => setOpen('upload')}>
            <Icon name="upload" />
            {contentTexts.upload}
          </Button>
          <Link to="/content/$packId/documents/new" params={{ packId: pack.id }} className="button">
            <Icon name="plus" />
            {contentTexts.newDocument}
          </Link>
          <Link
            to="/content/$packId/pairs/$qnaId"
            params={{ packId: pack.id, qnaId: 'new' }}
            className="button"
          >
            <Icon name="plus" />
            {contentTexts.newPair}
          </Link>
          <Button look="primary" onPress={() => setOpen('publish')}>
            {contentTexts.publish}
          </Button>
        </>
      }
    >
      {pack.description === '' ? null : <p className="quiet">{pack.description}</p>}
      <Embeddings pack={pack} />
      <Screening pack={pack} />
      <Card>
        <Tabs
          label={pack.name}
          selected={tab}
          onSelect={(next) =>
            void navigate({ to: '/content/$packId', params: { packId: pack.id }, search: { tab: next } })
          }
          tabs={[
            {
              id: 'documents',
              title: contentTexts.tabs.documents,
              content: <DocumentsTab packId={pack.id} />,
            },
            {
              id: 'sources',
              title: contentTexts.tabs.sources,
              content: <SourcesTab packId={pack.id} />,
            },
            {
              id: 'pairs',
              title: contentTexts.tabs.pairs,
              content: <PairsTab packId={pack.id} onImport={() => setPairs({ given: null })} />,
            },
            { id: 'changes', title: contentTexts.tabs.changes, content: <ChangesTab packId={pack.id} /> },
            {
              id: 'try',
              title: contentTexts.tabs.try,
              content: <TryTab packId={pack.id} />,
            },
            { id: 'versions', title: contentTexts.tabs.versions, content: <VersionsTab pack={pack} /> },
            { id: 'jobs', title: contentTexts.tabs.jobs, content: <JobsTab packId={pack.id} /> },
            {
              id: 'report',
              title: contentTexts.tabs.report,
              content: <ReportTab packId={pack.id} />,
            },
            { id: 'settings', title: contentTexts.tabs.settings, content: <PackSettings pack={pack} /> },
          ]}
        />
      </Card>
      <Suspense>
        {open === 'upload' ? (
          <UploadDialog packId={pack.id} onClose={close} onPairs={(given) => setPairs({ given })} />
        ) : null}
        {pairs === null ? null : (
          <ImportPairsDialog packId={pack.id} given={pairs.given} onClose={() => setPairs(null)} />
        )}
      </Suspense>
      <PublishDialog pack={pack} isOpen={open === 'publish'} onClose={close} />
    </PageLayout>
  );
}

function PackState({ pack }: { readonly pack: ContentPack }) {
  return (
    <>
      {pack.published_version === null ? (
        <Badge>{contentTexts.notServed}</Badge>
      ) : (
        <Badge tone="good">{contentTexts.servedVersion(pack.published_version)}</Badge>
      )}
      {pack.draft.changed ? (
        <Link to="/content/$packId" params={{ packId: pack.id }} search={{ tab: 'changes' }}>
          <Badge tone="info">{contentTexts.changed}</Badge>
        </Link>
      ) : null}
    </>
  );
}

/** Shown only while it is going on. */
function Screening({ pack: { screening } }: { readonly pack: ContentPack }) {
  if (screening === null || screening.done >= screening.total) return null;
  const { done, total } = screening;
  return (
    <div className="stack tight">
      <div className="row between small quiet">
        <span>{`${contentTexts.screened}: ${contentTexts.screenedOf(formatCount(done), formatCount(total))}`}</span>
        <span>{formatShare(done / total)}</span>
      </div>
      <Meter label={contentTexts.screened} value={done / total} />
    </div>
  );
}

/** Shown only while it is going on. */
function Embeddings({ pack: { embeddings } }: { readonly pack: ContentPack }) {
  if (embeddings === null || embeddings.done >= embeddings.total) return null;
  const { done, total } = embeddings;
  return (
    <div className="stack tight">
      <div className="row between small quiet">
        <span>{`${contentTexts.embedded}: ${contentTexts.reindexed(formatCount(done), formatCount(total))}`}</span>
        <span>{formatShare(done / total)}</span>
      </div>
      <Meter label={contentTexts.embedded} value={done / total} />
      <p className="small quiet">{contentTexts.embeddedHint}</p>
    </div>
  );
}
