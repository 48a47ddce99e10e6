import { describe, expect, test } from 'vitest';
import { findEntry } from './find-entry.ts';
import { openAround } from './test-support/open-passage.ts';

const faq = `# Parking stipend

**Q: Is the parking stipend taxed?**

A: Yes, like all stipends.

**Q: If my parking costs more, can I get the full amount?**

A: Not at this time. The maximum parking stipend is $90 a month.

**Q: Can I use the parking stipend for a bike rack?**

A: Yes, if the rack is rented.
`;

async function entry(question: string, pointed: string): Promise<string | null> {
  const { window, span } = await openAround(faq, pointed);
  const found = findEntry(window, span, question);
  return found === null ? null : window.text.slice(found.start, found.end);
}

describe('findEntry', () => {
  test('the entry that says more of the question than the one that was pointed at', async () => {
    expect(await entry('Is the parking stipend taxed?', '$90 a month')).toBe('Yes, like all stipends.');
    expect(await entry('Can a bike rack be paid from the stipend?', 'like all')).toBe(
      'Yes, if the rack is rented.',
    );
  });

  test('null where none says more', async () => {
    expect(await entry('Is the parking stipend taxed?', 'like all')).toBeNull();
    expect(await entry('How much is the parking stipend?', '$90 a month')).toBeNull();
    expect(await entry('How much is paid for a bike rack?', '$90 a month')).toBeNull();
    expect(await entry('Who cleans the hall?', '$90 a month')).toBeNull();
  });
});
