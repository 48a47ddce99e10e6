import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMoment, writeMoment } from './moment.ts';

describe.each(['UTC', 'Europe/Berlin', 'America/St_Johns'])('in %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone));
  afterEach(() => void vi.unstubAllEnvs());

  it('reads the moment again that it wrote', () => {
    for (const date of ['2026-02-28', '2026-07-01', '2024-12-31'])
      for (const time of ['00:00', '09:05', '23:59'])
        expect(readMoment(writeMoment({ date, time }))).toEqual({ date, time });
  });

  it('begins at midnight if only a date is chosen', () => {
    const moment = writeMoment({ date: '2026-11-19', time: '' });
    expect(readMoment(moment)).toEqual({ date: '2026-11-19', time: '00:00' });
  });
});

it('says nothing of what is not a moment', () => {
  expect(readMoment('')).toEqual({ date: '', time: '' });
  expect(readMoment('yesterday')).toEqual({ date: '', time: '' });
  expect(writeMoment({ date: '', time: '10:00' })).toBe('');
});
