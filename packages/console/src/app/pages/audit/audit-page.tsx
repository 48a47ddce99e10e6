import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Card } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { texts } from '../../texts.ts';
import { LogEvents } from '../records/log-events.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { MomentsTab } from './moments-tab.tsx';
import { SamplesTab } from './samples-tab.tsx';

/** The auditor's desk: what happened, samples, what was in force, and evidence for others. */
export function AuditPage() {
  const navigate = useNavigate();
  const may = useMay();
  const timeline = (
    <div className="stack">
      <p className="quiet">{auditTexts.timelineHint}</p>
      <LogEvents isTimeline />
    </div>
  );
  const tabs = [
    { id: 'timeline', scope: 'log:read', title: auditTexts.tabs.timeline, content: timeline },
    { id: 'samples', scope: 'audit:sample', title: auditTexts.tabs.samples, content: <SamplesTab /> },
    { id: 'moments', scope: 'log:read', title: auditTexts.tabs.moments, content: <MomentsTab /> },
    { id: 'evidence', scope: 'audit:export', title: auditTexts.tabs.evidence, content: <EvidenceTab /> },
  ].filter(({ scope }) => may(scope));
  const { tab = tabs[0]?.id ?? '' } = useSearch({ strict: false });
  return (
    <PageLayout title={texts.pages.audit}>
      <Card>
        <Tabs
          label={texts.pages.audit}
          selected={tab}
          onSelect={(next) => void navigate({ to: '/audit', search: { tab: next } })}
          tabs={tabs}
        />
      </Card>
    </PageLayout>
  );
}
