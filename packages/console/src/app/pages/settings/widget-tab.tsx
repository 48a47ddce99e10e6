import { useState } from 'react';
import { ownServiceUrl } from '../../api/base-path.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Checkbox, TextField } from '../../design/field.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { texts } from '../../texts.ts';
import { originFault, readOrigins } from './origins.ts';
import { VisitorPacks } from './visitor-packs.tsx';

interface Chosen {
  /** Where the service is reached. */
  readonly service: string;
  readonly key: string;
  readonly heading: string;
  readonly isFloating: boolean;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const quoted = (text: string) => `"${text.replace(/[&"<>]/g, (mark) => escapes[mark] ?? '')}"`;

/** The lines for a page that shows the widget. */
function widgetSnippet({ service, key, heading, isFloating }: Chosen): string {
  const attributes = [
    `api-key=${quoted(key)}`,
    ...(heading === '' ? [] : [`heading=${quoted(heading)}`]),
    ...(isFloating ? ['floating'] : []),
  ];
  return [
    `<script src=${quoted(`${service}/widget.js`)} defer></script>`,
    `<avow-chat ${attributes.join(' ')}></avow-chat>`,
  ].join('\n');
}

/** Creates a publishable key for a web page, and composes what to put into the page. */
export function WidgetTab() {
  const [origins, setOrigins] = useState('');
  const [packIds, setPackIds] = useState<readonly string[]>([]);
  const [heading, setHeading] = useState('');
  const [isFloating, setFloating] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const create = useChange('createApiKey');
  const listed = readOrigins(origins);
  const submit = () =>
    create.mutate(
      { body: { name: settingsTexts.widgetKeyName, origins: listed, content_pack_ids: packIds } },
      { onSuccess: (issued) => setKey(issued.key) },
    );
  const chosen = { service: ownServiceUrl(), heading: heading.trim(), isFloating };
  const snippet = key === null ? null : widgetSnippet({ ...chosen, key });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{settingsTexts.widgetHint}</p>
      <TextField
        label={settingsTexts.widgetOrigins}
        hint={settingsTexts.widgetOriginsHint}
        value={origins}
        onChange={setOrigins}
        placeholder="https://www.example.com"
        isRequired
        isMono
        fault={originFault(create.error, listed)}
      />
      <VisitorPacks chosen={packIds} onChoose={setPackIds} />
      <TextField label={settingsTexts.widgetHeading} value={heading} onChange={setHeading} />
      <Checkbox label={settingsTexts.widgetFloating} isSelected={isFloating} onChange={setFloating} />
      <FormFault error={create.error} />
      <div>
        <Button look="primary" type="submit" isBusy={create.isPending}>
          {settingsTexts.widgetCreate}
        </Button>
      </div>
      {snippet === null ? null : (
        <div className="stack">
          <TextField
            label={settingsTexts.widgetLines}
            hint={settingsTexts.widgetLinesHint}
            value={snippet}
            onChange={() => undefined}
            rows={5}
            isMono
          />
          <div>
            <CopyButton text={snippet} label={texts.actions.copy} />
          </div>
        </div>
      )}
    </form>
  );
}
