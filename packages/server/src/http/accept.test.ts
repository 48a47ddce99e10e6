import { AppError } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseForm, qualityOf } from './accept.ts';

describe('qualityOf', () => {
  it('uses the most specific range', () => {
    const qualities: [header: string | undefined, quality: number][] = [
      [undefined, 1],
      ['', 1],
      ['*/*', 1],
      ['application/json', 1],
      ['application/*', 1],
      ['APPLICATION/JSON', 1],
      ['text/html, application/json;q=0.1', 0.1],
      ['application/*;q=0, application/json', 1],
      ['application/json; q=0.4, */*', 0.4],
      ['application/json;q=7', 1],
      ['text/html', 0],
      ['application/xml', 0],
      ['*/*;q=0', 0],
      ['application/json;q=0, */*', 0],
      ['application/json;q=x', 0],
      ['application/json;q=-1', 0],
      ['application', 0],
      ['text/event-stream', 0],
    ];
    for (const [header, quality] of qualities) {
      expect(qualityOf(header, 'application/json'), String(header)).toBe(quality);
    }
    fc.assert(
      fc.property(fc.string(), (header) => {
        const quality = qualityOf(header, 'application/json');
        return quality >= 0 && quality <= 1;
      }),
    );
  });
});

describe('chooseForm', () => {
  const choose = (accept: string | undefined, stream?: boolean, respondAsync = false) => {
    try {
      return chooseForm({ accept, stream, respondAsync });
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };

  it('[CON-2-18] treats stream like an Accept header that prefers events', () => {
    expect(choose(undefined)).toBe('json');
    expect(choose('*/*')).toBe('json');
    expect(choose('text/event-stream')).toBe('events');
    expect(choose(undefined, true)).toBe('events');
    expect(choose('*/*', true)).toBe('events');
    expect(choose('application/json, text/event-stream', true)).toBe('events');
    expect(choose('application/json, text/event-stream', false)).toBe('json');
  });

  it('chooses what a client that accepts both prefers, and JSON without a preference', () => {
    expect(choose('application/json, text/event-stream')).toBe('json');
    expect(choose('application/json;q=0.5, text/event-stream')).toBe('events');
    expect(choose('text/event-stream, */*;q=0.1')).toBe('events');
    expect(choose('text/event-stream;q=0.2, */*')).toBe('json');
  });

  it('[CON-5-15] refuses a body and an Accept header that contradict each other', () => {
    expect(choose('application/json', true)).toBe('not_acceptable');
    expect(choose('text/event-stream', false)).toBe('not_acceptable');
  });

  it('prefers an asynchronous answer to a stream if the client accepts JSON', () => {
    expect(choose(undefined, true, true)).toBe('json');
    expect(choose('text/event-stream, application/json;q=0.1', undefined, true)).toBe('json');
    expect(choose('text/event-stream', true, true)).toBe('events');
    expect(choose('text/event-stream', false, true)).toBe('not_acceptable');
  });
});
