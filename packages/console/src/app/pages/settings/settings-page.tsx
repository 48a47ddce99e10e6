import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Card } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { handoverTexts } from '../../texts/handovers.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { texts } from '../../texts.ts';
import { ModelsTab } from '../models/models-tab.tsx';
import { WidgetsTab } from '../widgets/widgets-tab.tsx';
import { HandoverTab } from './handover-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { TenantsTab } from './tenants-tab.tsx';
import { WebhooksTab } from './webhooks-tab.tsx';

/** Who and what may use this tenant, and where its events go. */
export function SettingsPage() {
  const navigate = useNavigate();
  const { tab = 'keys' } = useSearch({ strict: false });
  const may = useMay();
  return (
    <PageLayout title={texts.pages.settings}>
      <Card>
        <Tabs
          label={texts.pages.settings}
          selected={tab}
          onSelect={(next) => void navigate({ to: '/settings', search: { tab: next } })}
          tabs={[
            { id: 'keys', title: settingsTexts.tabs.keys, content: <KeysTab /> },
            { id: 'people', title: settingsTexts.tabs.people, content: <PeopleTab /> },
            { id: 'webhooks', title: settingsTexts.tabs.webhooks, content: <WebhooksTab /> },
            { id: 'widget', title: settingsTexts.tabs.widget, content: <WidgetsTab /> },
            { id: 'handover', title: handoverTexts.settings.tab, content: <HandoverTab /> },
            ...(may('tenants:manage')
              ? [{ id: 'tenants', title: settingsTexts.tabs.tenants, content: <TenantsTab /> }]
              : []),
            {
              id: 'models',
              title: settingsTexts.tabs.models,
              content: <ModelsTab />,
            },
          ]}
        />
      </Card>
    </PageLayout>
  );
}
