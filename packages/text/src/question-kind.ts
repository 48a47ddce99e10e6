import { questionLanguage } from './languages/question-language.ts';

/** What kind of answer a question asks for. `none`: no question word, as in a few words typed into a search box. */
export type QuestionKind =
  | 'amount'
  | 'duration'
  | 'frequency'
  | 'manner'
  | 'person'
  | 'place'
  | 'reason'
  | 'thing'
  | 'time'
  | 'yes_no'
  | 'none';

const looked = 2_000;
const courtesy =
  /^\W*(?:(?:hi|hello|hey|please|so|ok|okay)\b\W*)*(?:(?:can|could|would|will|do)\s+(?:you|someone|anyone)\s+(?:please\s+)?(?:tell|explain|show|know|help|let|remind|say)\b(?:\s+(?:me|us))?(?:\s+know)?|i\s+(?:want|need|would like)\s+to\s+know|please)?\W*/iu;
const beginsWithVerb =
  /^(?:can|could|may|might|do|does|did|is|are|am|was|were|will|would|should|shall|must|has|have|had|isn|aren|don|doesn|can)(?:['’]?t)?\b/iu;
/** In German these ask what, or say that somebody wants something. */
const alsoGerman = /^(?:was|will)\b/iu;

// The pattern that matches earliest in the question decides; of several, the first in this list, so specific ones come first.
const kinds: ReadonlyArray<readonly [RegExp, QuestionKind]> = [
  [/\bhow\s+long\b|\b(?:what|which)\s+(?:is\s+the\s+)?(?:duration|length)\b/iu, 'duration'],
  [/\bhow\s+(?:often|frequently)\b/iu, 'frequency'],
  [
    /\bhow\s+(?:many|much|old|far|big|large|high|tall|heavy|early|late|soon|few|little)\b|\bwhat\s+(?:is\s+the\s+)?(?:number|amount)\b/iu,
    'amount',
  ],
  [
    /\bwhat\s+(?:time|date|day|month|year)\b|\bwhich\s+(?:date|day|month|year)\b|\bwhen\b|\bby\s+when\b/iu,
    'time',
  ],
  [
    /\b(?:what|which)(?:\s+is|\s+are|['’]s)?\s+(?:the\s+)?(?:best\s+|right\s+|correct\s+)?(?:process|procedure|way|steps?)\b|\bhow\b/iu,
    'manner',
  ],
  [/\bwho(?:m|se)?\b/iu, 'person'],
  [/\bwhere\b|\bwhat\s+(?:is\s+the\s+)?(?:address|location)\b/iu, 'place'],
  [/\bwhy\b|\bwhat\s+(?:is\s+the\s+)?reason\b/iu, 'reason'],
  [/\bwhat\b|\bwhich\b/iu, 'thing'],
];

export function questionKind(question: string): QuestionKind {
  const asked = question.slice(0, looked).trim().replace(courtesy, '');
  if (beginsWithVerb.test(asked) && !isGerman(asked)) return 'yes_no';
  let found: QuestionKind = 'none';
  let earliest = Number.POSITIVE_INFINITY;
  for (const [pattern, kind] of kinds) {
    const at = pattern.exec(asked)?.index ?? Number.POSITIVE_INFINITY;
    if (at < earliest) {
      earliest = at;
      found = kind;
    }
  }
  return found;
}

function isGerman(asked: string): boolean {
  return alsoGerman.test(asked) && questionLanguage({ given: null, text: asked }) === 'de';
}
