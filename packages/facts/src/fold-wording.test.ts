import { describe, expect, it } from 'vitest';
import { foldWording } from './fold-wording.ts';

describe('foldWording', () => {
  it.each([
    ['You can also do this by hand.', 'You are able to do this by hand'],
    ['However, they must ensure that logs are kept.', 'They have to make sure that logs are kept.'],
    ["It can't exceed two days, e.g. on site.", 'It is not able to exceed 2 days, for instance on site'],
    ['A list holds up to five entries.', 'The list holds no more than 5 entries.'],
    ["You'll need at least 3 keys in order to start.", 'You will need a minimum of three keys to start.'],
  ])('%s = %s', (one, other) => {
    expect(foldWording(one)).toBe(foldWording(other));
  });

  it.each([
    ['You can do this by hand.', 'You must do this by hand.'],
    ['You can do this by hand.', 'You cannot do this by hand.'],
    ['Only staff may enter.', 'Staff may enter.'],
    ['It takes up to 5 days.', 'It takes at least 5 days.'],
    ['Guests greet staff.', 'Staff greet guests.'],
    ['Bring it in case it rains.', 'Bring it if it rains.'],
    ['They had to register.', 'They must register.'],
  ])('%s ≠ %s', (one, other) => {
    expect(foldWording(one)).not.toBe(foldWording(other));
  });
});
