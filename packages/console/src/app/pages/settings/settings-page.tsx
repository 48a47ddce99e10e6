import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '../../design/surface.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Page } from '../../frame/page.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { texts } from '../../texts.ts';
import { WebhooksTab } from './webhooks-tab.tsx';

/** Who and what may use this tenant, and where its events go. */
export function SettingsPage() {
  const navigate = useNavigate();
  const { tab = 'webhooks' } = useSearch({ strict: false });
  return (
    <Page title={texts.pages.settings}>
      <Card>
        <Tabs
          label={texts.pages.settings}
          selected={tab}
          onSelect={(next) => void navigate({ to: '/settings', search: { tab: next } })}
          tabs={[
            { id: 'webhooks', title: settingsTexts.tabs.webhooks, content: <WebhooksTab /> },
            {
              id: 'keys',
              title: settingsTexts.tabs.keys,
              content: <Command hint={settingsTexts.keysHint} command={settingsTexts.keysCommand} />,
            },
            {
              id: 'models',
              title: settingsTexts.tabs.models,
              content: <Command hint={settingsTexts.modelsHint} command={settingsTexts.modelsCommand} />,
            },
          ]}
        />
      </Card>
    </Page>
  );
}

/** What is done where the service runs. */
function Command({ hint, command }: { readonly hint: string; readonly command: string }) {
  return (
    <div className="stack">
      <p>{hint}</p>
      <pre className="code">{command}</pre>
    </div>
  );
}
