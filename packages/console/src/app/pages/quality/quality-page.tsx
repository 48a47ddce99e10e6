import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { useList } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Card, Empty } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { guaranteeTexts } from '../../texts/guarantee.ts';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';
import { ScoresTab } from './scores-tab.tsx';
import { usualPack } from './usual-pack.ts';

const GuaranteeTab = lazy(async () => ({ default: (await import('./guarantee-tab.tsx')).GuaranteeTab }));
const GoldenTab = lazy(async () => ({ default: (await import('./golden-tab.tsx')).GoldenTab }));
const RunsTab = lazy(async () => ({ default: (await import('./runs-tab.tsx')).RunsTab }));
const GateTab = lazy(async () => ({ default: (await import('./gate-tab.tsx')).GateTab }));

/** What is about all answers of the tenant. */
const packless: ReadonlySet<string> = new Set(['scores', 'guarantee']);

/** How good answers are, and whether a change made them better. */
export function QualityPage() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const { tab = 'scores' } = search;
  const packs = useList('listContentPacks', { query: { limit: 100 } });
  const packId = search.pack ?? usualPack(packs.data ?? []) ?? '';
  const go = (next: { tab?: string; pack?: string; run?: string }) =>
    void navigate({ to: '/quality', search: { tab, ...(packId === '' ? {} : { pack: packId }), ...next } });
  const ofPack = (content: (id: string) => ReactNode) => (
    <Loaded reading={packs}>
      {() => (packId === '' ? <Empty title={qualityTexts.noPacks} /> : content(packId))}
    </Loaded>
  );
  return (
    <PageLayout
      title={texts.pages.quality}
      actions={
        packs.data === undefined || packs.data.length === 0 || packless.has(tab) ? undefined : (
          <SelectField
            label={qualityTexts.pack}
            value={packId}
            onChange={(pack) => go({ pack })}
            options={packs.data.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )
      }
    >
      <Card>
        <Tabs
          label={texts.pages.quality}
          selected={tab}
          onSelect={(next) => go({ tab: next })}
          tabs={[
            { id: 'scores', title: qualityTexts.tabs.scores, content: <ScoresTab /> },
            { id: 'guarantee', title: guaranteeTexts.tab, content: <GuaranteeTab /> },
            {
              id: 'golden',
              title: qualityTexts.tabs.golden,
              content: ofPack((id) => <GoldenTab key={id} packId={id} />),
            },
            {
              id: 'runs',
              title: qualityTexts.tabs.runs,
              content: ofPack((id) => (
                <RunsTab key={id} packId={id} runId={search.run} onOpen={(run) => go({ run })} />
              )),
            },
            {
              id: 'gate',
              title: qualityTexts.tabs.gate,
              content: ofPack((id) => <GateTab key={id} packId={id} />),
            },
          ]}
        />
      </Card>
    </PageLayout>
  );
}
