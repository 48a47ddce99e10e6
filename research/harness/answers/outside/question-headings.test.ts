import { expect, it } from 'vitest';
import { hideQuestions } from './question-headings.ts';

const body =
  'Ask the people team in the channel for leave, and name the days, the reason and who stands in for you meanwhile.';
const page = (text: string) => ({ id: 'leave.md', title: 'Leave', text });

it('takes questions out of headings and out of the table of contents, and keeps their sections', () => {
  const { page: hidden, asked } = hideQuestions(
    page(
      `# Leave\n\n- [How do I request parental leave?](#how)\n\n## How do I request *parental* leave?\n\n${body}\n\n## Pay\n\nMonthly.`,
    ),
  );
  expect(asked).toEqual([{ question: 'How do I request parental leave?', body }]);
  expect(hidden.text).not.toContain('parental');
  expect(hidden.text).toMatch(/## Part 2\n+Ask the people team/);
  expect(hidden.text).toContain('## Pay');
});

it('asks how to do what a heading names, and drops the number before a question', () => {
  const text = `## How to book a rental car\n\n${body}\n\n### 3.2 Q. When can I enrol in insurance?\n\n${body}`;
  expect(hideQuestions(page(text)).asked.map(({ question }) => question)).toEqual([
    'How do I book a rental car?',
    'When can I enrol in insurance?',
  ]);
});

it.each([
  '## What is the process?',
  '## Questions?',
  '## Book a rental car',
  '```\n## How do I book a car?\n```',
])('leaves %j alone', (heading) => {
  const text = `${heading}\n\n${body}`;
  expect(hideQuestions(page(text))).toEqual({ page: page(text), asked: [] });
});

it('does not ask what has no text under it', () => {
  expect(hideQuestions(page('## How do I book a rental car?\n\nSee below.')).asked).toEqual([]);
});
