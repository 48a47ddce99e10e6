import { describe, expect, it } from 'vitest';
import { carryOver, changedFields, compareStored } from './edited-form.ts';

const before = { title: 'Hours', text: 'Nine.', groups: '' };

describe('a form that is edited by two people', () => {
  it('names the fields that were typed in', () => {
    expect(changedFields(before, before)).toEqual([]);
    expect(changedFields({ ...before, text: 'Ten.', groups: 'board' }, before)).toEqual(['text', 'groups']);
  });

  it('keeps what was typed, and takes the rest from what is stored', () => {
    const form = { ...before, text: 'Ten.' };
    const stored = { title: 'Opening hours', text: 'Eight.', groups: 'board' };
    expect(carryOver({ form, before, stored })).toEqual({ ...stored, text: 'Ten.' });
    expect(carryOver({ form: before, before, stored })).toEqual(stored);
  });

  it('tells what both have changed from what only the other has', () => {
    const form = { ...before, text: 'Ten.', groups: 'board' };
    const stored = { title: 'Opening hours', text: 'Eight.', groups: 'board' };
    expect(compareStored({ form, before, stored })).toEqual({ conflicts: ['text'], others: ['title'] });
  });

  it('shows what the other has left as it was as a conflict too, since it is not what is typed', () => {
    const form = { ...before, text: 'Ten.' };
    expect(compareStored({ form, before, stored: { ...before, title: 'Opening hours' } })).toEqual({
      conflicts: ['text'],
      others: ['title'],
    });
  });
});
