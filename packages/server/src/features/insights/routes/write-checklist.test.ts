import { describe, expect, it } from 'vitest';
import { writeChecklist } from './write-checklist.ts';

const counted = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-15T00:00:00.000Z',
  counted: 3,
  complete: true,
};

describe('a checklist', () => {
  it('says what to do about each group', () => {
    const text = writeChecklist({
      ...counted,
      data: [
        {
          group_id: 'msg_01jd7c2m4pf0e8a6ktyr3w5n9b',
          question: 'Is there\nparking?',
          phrasings: ['Where do I *park*?', '<script>'],
          count: 3,
          end_user_count: 1,
          last_asked_at: '2026-11-14T00:00:00.000Z',
          nearest: null,
          action: 'add_knowledge',
          description: 'Write it.',
        },
      ],
    });
    expect(text).toBe(`# Unanswered questions, 2026-11-01 to 2026-11-15

- [ ] **Is there parking?**
  - Asked 3 times by one person
  - Also as: “Where do I \\*park\\*?”, “\\<script\\>”
  - Nearest: nothing
  - To do: Write it.
  - Group: \`msg_01jd7c2m4pf0e8a6ktyr3w5n9b\`
`);
  });

  it('says so if nothing is open', () => {
    expect(writeChecklist({ ...counted, data: [] })).toContain('Nothing is open.');
  });
});
