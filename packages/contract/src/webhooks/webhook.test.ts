import { describe, expect, test } from 'vitest';
import {
  webhookCreateRequestSchema,
  webhookRotateRequestSchema,
  webhookUpdateRequestSchema,
} from './webhook.ts';

const url = 'https://hooks.example/';

describe('webhook requests', () => {
  test('a new endpoint gets every type of event, without content', () => {
    expect(webhookCreateRequestSchema.parse({ url })).toEqual({
      ...{ url, description: '', event_types: null, include_content: false },
      format: 'event',
    });
  });

  test('a chat gets no content', () => {
    const slack = { url, format: 'slack' };
    expect(webhookCreateRequestSchema.safeParse(slack).success).toBe(true);
    expect(webhookCreateRequestSchema.safeParse({ ...slack, include_content: true }).success).toBe(false);
  });

  test('types of events are sorted and named once', () => {
    const event_types = ['message.failed', 'audit.erased', 'message.failed'];
    expect(webhookCreateRequestSchema.parse({ url, event_types }).event_types).toEqual([
      ...['audit.erased', 'message.failed'],
    ]);
    for (const refused of [[], ['message.unknown'], 'message.failed'])
      expect(webhookCreateRequestSchema.safeParse({ url, event_types: refused }).success).toBe(false);
  });

  test('a change names what it changes, and nothing else', () => {
    expect(webhookUpdateRequestSchema.parse({ event_types: null })).toEqual({ event_types: null });
    for (const refused of [{}, { secret: 'whsec_x' }, { status: 'gone' }, { url: '' }, { url: null }])
      expect(webhookUpdateRequestSchema.safeParse(refused).success).toBe(false);
  });

  test('secrets overlap for a day by default, and for a week at most', () => {
    expect(webhookRotateRequestSchema.parse({})).toEqual({ overlap_hours: 24 });
    expect(webhookRotateRequestSchema.parse({ overlap_hours: 168 })).toEqual({ overlap_hours: 168 });
    for (const overlap_hours of [-1, 169, 1.5, '24'])
      expect(webhookRotateRequestSchema.safeParse({ overlap_hours }).success).toBe(false);
  });
});
