import type { WebhookFormat } from '@avow/contract/webhooks';

/** An event in the words of a chat. */
interface Notice {
  readonly title: string;
  /** Ids and states, as the event has them. */
  readonly facts: readonly string[];
  readonly link: { readonly title: string; readonly url: string };
}

const titles: Readonly<Record<string, string>> = {
  'message.in_review': 'An answer waits for review.',
  'message.review_overdue': 'An answer has waited too long for review.',
  'handover.requested': 'Somebody wants a person to reply.',
  'handover.replied': 'A person replied to somebody who asked for one.',
  'message.delivered': 'A question was answered.',
  'message.blocked': 'A question was blocked.',
  'message.failed': 'A question could not be answered.',
  'guardrail.tripped': 'A guardrail was tripped.',
  'audit.erased': 'The content of a record was erased.',
  'content_pack.published': 'Another version of a content pack is served.',
  'content_source.failing': 'A source cannot be read.',
  'content_source.waiting': 'Changes of a source wait for a person.',
  'content_source.paused': 'A source was paused.',
  'key.expiring': 'An API key expires soon.',
  'service.degraded': 'A language model fails, and is paused.',
  'service.recovered': 'A language model works again.',
  'webhook.test': 'This is a test.',
};

const factsMax = 8;
const factLengthMax = 200;

/** The body of an event for an endpoint: as it is, or as a message that an incoming webhook of Slack or Teams takes. */
export function formatPayload(body: string, format: WebhookFormat, baseUrl: string): string {
  if (format === 'event') return body;
  // Only what `makeEvent` wrote is ever a body.
  const { type, data }: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } =
    JSON.parse(body);
  const notice: Notice = {
    title: titles[type] ?? `${type}.`,
    facts: Object.entries(data)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .slice(0, factsMax)
      .map(([name, value]) => `${name}: ${String(value).slice(0, factLengthMax)}`),
    link: linkOf(type, data, baseUrl),
  };
  return JSON.stringify(format === 'slack' ? toSlack(notice) : toTeams(notice));
}

function linkOf(type: string, data: Readonly<Record<string, unknown>>, baseUrl: string): Notice['link'] {
  const { message_id: id } = data;
  const page = `${baseUrl}/console`;
  if (typeof id !== 'string') return { title: 'Open the console', url: `${page}/` };
  if (type.startsWith('handover.'))
    return { title: 'Open the handover', url: `${page}/handovers?state=all&message=${id}` };
  return type === 'message.in_review' || type === 'message.review_overdue'
    ? { title: 'Open the review', url: `${page}/review?message=${id}` }
    : { title: 'Open the record', url: `${page}/records/${id}` };
}

const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function toSlack({ title, facts, link }: Notice) {
  const lines = [`*${escapeSlack(title)}*`, `<${link.url}|${link.title}>`, ...facts.map(escapeSlack)];
  return { text: lines.join('\n') };
}

/** An adaptive card, which workflows of Teams take. */
function toTeams({ title, facts, link }: Notice) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: title, weight: 'Bolder', wrap: true },
      // Not as text blocks, in which Teams reads Markdown: a value must not become a link or change how it looks.
      ...facts.map((text) => ({
        ...{ type: 'RichTextBlock', spacing: 'None' },
        inlines: [{ type: 'TextRun', text, isSubtle: true }],
      })),
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.title, url: link.url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  };
}
