import { describe, expect, test } from 'vitest';
import { findHistoricalReason } from './find-historical-reason.ts';

const atMs = Date.parse('2026-01-15');
const reasonOf = (document: { source?: string; title?: string; text?: string }) =>
  findHistoricalReason({ source: 'travel.md', title: 'Travel', text: 'Hotels cost 150.', atMs, ...document });

describe('a document that is historical', () => {
  test.each([
    ['archive/travel.md', 'It is in the folder "archive".'],
    ['hr/old policies/travel.md', 'It is in the folder "old policies".'],
    ['forms.zip/Archived/travel.pdf', 'It is in the folder "Archived".'],
    ['travel-superseded.md', 'The file name contains "superseded".'],
    ['travel_old.docx', 'The file name contains "old".'],
    ['CHANGELOG.md', 'The file name "CHANGELOG" is that of a changelog.'],
    ['docs/release-notes-2.4.html', 'The file name "release-notes-2.4" is that of a changelog.'],
  ])('says so in its path: %s', (source, reason) => {
    expect(reasonOf({ source })).toBe(reason);
  });

  test.each([
    ['Release notes for spring', 'The title is that of a changelog.'],
    ['Archived: Travel', 'The title is marked "Archived:".'],
    ['Travel (superseded by Travel 2024)', 'The title is marked "(superseded by Travel 2024)".'],
    ['[DEPRECATED] Travel', 'The title is marked "[DEPRECATED]".'],
  ])('says so in its title: %s', (title, reason) => {
    expect(reasonOf({ title })).toBe(reason);
  });

  test.each([
    ['[superseded by b.md]\n\n# Travel', 'Its front matter marks it as superseded by b.md.'],
    ['[archived]\n\n# Travel', 'Its front matter marks it as archived.'],
    ['[valid until 2026-01-14]\n\n# Travel', 'It was valid until 2026-01-14.'],
    [
      '# Travel\n\n> This page has been superseded by Travel 2024.',
      'It begins with "This page has been superseded".',
    ],
    ['This policy is no longer in force.', 'It begins with "This policy is no longer in force".'],
  ])('says so at the start of its text: %s', (text, reason) => {
    expect(reasonOf({ text })).toBe(reason);
  });
});

test.each([
  { source: 'archiving/travel.md', title: 'How to archive a document' },
  { source: 'archive.zip/travel.md' },
  { source: 'web.archive.org/travel.html' },
  { source: 'holders/threshold.md', title: 'Old age pensions' },
  { source: 'company-history.md', title: 'Our history' },
  { source: 'change-management.md', title: 'Changes to your contract' },
  { title: 'Archived records: how to request them' },
  { title: 'Superseded laptops' },
  { text: '[valid until 2026-01-15]\n\n# Travel' },
  { text: '[archived] is a state of a ticket.' },
  { text: `${'Rules. '.repeat(100)}This page is superseded.` },
])('a document is current if nothing marks it as past: %o', (document) => {
  expect(reasonOf(document)).toBeNull();
});
