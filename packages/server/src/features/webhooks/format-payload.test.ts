import { expect, test } from 'vitest';
import { formatPayload } from './format-payload.ts';

const baseUrl = 'https://answers.example.org';
const id = 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y';
const event = (type: string, data: unknown) =>
  JSON.stringify({ type, timestamp: '2026-11-17T09:20:11.004Z', data });

test('an event is sent as it is', () => {
  const body = event('message.in_review', { message_id: id });
  expect(formatPayload(body, 'event', baseUrl)).toBe(body);
});

test('Slack gets a text with a link to the review', () => {
  const body = event('message.in_review', { message_id: id, status: 'in_review' });
  const { text } = JSON.parse(formatPayload(body, 'slack', baseUrl));
  expect(text.split('\n')).toEqual([
    '*An answer waits for review.*',
    `<${baseUrl}/console/review?message=${id}|Open the review>`,
    `message_id: ${id}`,
    'status: in_review',
  ]);
});

test('Slack reads no markup in what an event says, and no more than fits', () => {
  const body = event('service.degraded', { model: `<!channel> & ${'x'.repeat(500)}` });
  const { text } = JSON.parse(formatPayload(body, 'slack', baseUrl));
  expect(text).toContain('model: &lt;!channel&gt; &amp; xxx');
  expect(text.length).toBeLessThan(400);
  expect(text).toContain(`<${baseUrl}/console/|Open the console>`);
});

test('Teams gets an adaptive card that opens the review', () => {
  const body = event('message.review_overdue', { message_id: id });
  const { type, attachments } = JSON.parse(formatPayload(body, 'teams', baseUrl));
  expect(type).toBe('message');
  const [{ contentType, content }] = attachments;
  expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
  expect(content.body[0].text).toBe('An answer has waited too long for review.');
  expect(content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open the review', url: `${baseUrl}/console/review?message=${id}` },
  ]);
});

test('Teams reads no markup in what an event says', () => {
  const model = '[Sign in](https://evil.example) **now**';
  const body = event('service.degraded', { model });
  const [{ content }] = JSON.parse(formatPayload(body, 'teams', baseUrl)).attachments;
  const markdown = content.body.filter((each: { readonly type: string }) => each.type === 'TextBlock');
  expect(JSON.stringify(markdown)).not.toContain('evil');
  expect(content.body[1]).toMatchObject({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: `model: ${model}` }],
  });
});

test('a chat gets nothing of what was asked, even if the endpoint asks for content', () => {
  const message = { question: 'the question <!channel>', answer: 'the answer' };
  const body = event('message.blocked', { message_id: id, message, message_omitted: null });
  for (const format of ['slack', 'teams'] as const)
    expect(formatPayload(body, format, baseUrl)).not.toMatch(/the question|the answer/);
});

test('events of later versions, and of other messages, are said too', () => {
  const later = JSON.parse(formatPayload(event('thing.happened', {}), 'slack', baseUrl));
  expect(later.text).toContain('*thing.happened.*');
  const blocked = JSON.parse(formatPayload(event('message.blocked', { message_id: id }), 'slack', baseUrl));
  expect(blocked.text).toContain(`<${baseUrl}/console/records/${id}|Open the record>`);
});
