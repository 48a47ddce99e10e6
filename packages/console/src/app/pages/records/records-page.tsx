import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { useMay } from '../../api/session.ts';
import { Card } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { LogEvents } from './log-events.tsx';
import { MessagesTab } from './messages-tab.tsx';

const HoldsTab = lazy(async () => ({ default: (await import('./holds-tab.tsx')).HoldsTab }));
const RetentionTab = lazy(async () => ({ default: (await import('./retention-tab.tsx')).RetentionTab }));
const PurposesTab = lazy(async () => ({ default: (await import('./purposes-tab.tsx')).PurposesTab }));

/** What was asked and answered, what protects it, and who looked at it. */
export function RecordsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const tabs = [
    { id: 'messages', scope: 'messages:read', title: recordTexts.tabs.messages, content: <MessagesTab /> },
    {
      id: 'threads',
      scope: 'messages:read',
      title: recordTexts.tabs.threads,
      content: <MessagesTab isByThread />,
    },
    { id: 'access', scope: 'log:read', title: recordTexts.tabs.access, content: <LogEvents /> },
    { id: 'holds', scope: 'audit:read', title: recordTexts.tabs.holds, content: <HoldsTab /> },
    { id: 'retention', scope: 'audit:read', title: recordTexts.tabs.retention, content: <RetentionTab /> },
    { id: 'purposes', scope: 'audit:read', title: recordTexts.tabs.purposes, content: <PurposesTab /> },
  ].filter(({ scope }) => may(scope));
  const { tab = tabs[0]?.id ?? '' } = useSearch({ strict: false });
  return (
    <PageLayout title={texts.pages.records}>
      <Card>
        <Tabs
          label={texts.pages.records}
          selected={tab}
          onSelect={(next) => void navigate({ to: '/records', search: { tab: next } })}
          tabs={tabs}
        />
      </Card>
    </PageLayout>
  );
}
