export const searchTexts = {
  title: 'Search',
  words: 'Words to look for',
  hint: 'All of them must be found; case and accents do not matter.',
  find: 'Search',
  empty: 'Find what is written anywhere',
  emptyHint:
    'Documents and curated pairs in every draft, and questions and answers on record, as far as your role includes them.',
  content: 'Documents and curated pairs',
  records: 'Records and conversations',
  found: 'Found',
  kind: 'Kind',
  pack: 'Content pack',
  none: 'No document or pair has these words',
  noneHint: 'Try fewer words, or a part of one.',
  noneYet: 'Nothing so far',
  noneYetHint: 'There is more content that has not been looked at yet.',
  further: 'Look further',
};
