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
export function widgetSnippet({ service, key, heading, isFloating }: Chosen): string {
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
