import { describe, expect, it } from 'vitest';
import { claimOf } from './unit-place.ts';

const row = (text: string, ...head: string[]) => claimOf({ kind: 'row', text, head });

describe('claimOf', () => {
  it('claims each cell with its column heading, and headings of empty cells too', () => {
    expect(row('| Adult | 5 € |', 'Kind', 'Fee')).toBe('Kind: Adult; Fee: 5 €');
    expect(row('| Adult | 5 \\| 6 € |')).toBe('Adult; 5 \\| 6 €');
    expect(row('| Adult |  |', 'Kind', 'All is free', 'Call 555')).toBe('Kind: Adult; All is free; Call 555');
    expect(row('| Adult | 5 € | |', 'Kind', 'Fee', 'Source')).toBe('Kind: Adult; Fee: 5 €');
  });

  it('claims of code what is between the fences', () => {
    expect(claimOf({ kind: 'code', text: '```sh\npay --all\nnow\n```', head: [] })).toBe('pay --all\nnow');
    expect(claimOf({ kind: 'code', text: '```\n```', head: [] })).toBe('');
    expect(claimOf({ kind: 'code', text: '~~~\npay', head: [] })).toBe('pay');
  });
});
