import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { chooseForm, qualityOf } from './accept.ts';

describe('qualityOf', () => {
  it('follows the most specific range', () => {
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

  it('[CON-2-18] stream means the same as an Accept that asks for events', () => {
    expect(choose(undefined)).toBe('json');
    expect(choose('*/*')).toBe('json');
    expect(choose('text/event-stream')).toBe('events');
    expect(choose(undefined, true)).toBe('events');
    expect(choose('*/*', true)).toBe('events');
    expect(choose('application/json, text/event-stream', true)).toBe('events');
    expect(choose('application/json, text/event-stream', false)).toBe('json');
  });

  it('who takes both gets what it prefers, and JSON where it does not mind', () => {
    expect(choose('application/json, text/event-stream')).toBe('json');
    expect(choose('application/json;q=0.5, text/event-stream')).toBe('events');
    expect(choose('text/event-stream, */*;q=0.1')).toBe('events');
    expect(choose('text/event-stream;q=0.2, */*')).toBe('json');
  });

  it('[CON-5-15] a body and an Accept that contradict each other are refused', () => {
    expect(choose('application/json', true)).toBe('not_acceptable');
    expect(choose('text/event-stream', false)).toBe('not_acceptable');
  });

  it('an answer for later goes before a stream, where the client takes the JSON that says so', () => {
    expect(choose(undefined, true, true)).toBe('json');
    expect(choose('text/event-stream, application/json;q=0.1', undefined, true)).toBe('json');
    expect(choose('text/event-stream', true, true)).toBe('events');
    expect(choose('text/event-stream', false, true)).toBe('not_acceptable');
  });
});
