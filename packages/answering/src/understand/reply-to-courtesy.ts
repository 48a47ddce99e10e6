const unitsMax = 80;

const thanks =
  '(?:(?:many\\s+)?thanks|thank\\s+you|thankyou|thx|ty|cheers|much\\s+appreciated|i\\s+appreciate\\s+it)(?:\\s+(?:so|very)\\s+much|\\s+a\\s+(?:lot|bunch|ton|million))?(?:\\s+again)?(?:\\s+for\\s+(?:your|the|all\\s+your|all\\s+the)\\s+(?:help|time|answer|reply|info|information|support))?';
const farewell =
  '(?:good\\s?bye|bye(?:\\s+bye)?|see\\s+you(?:\\s+later)?|have\\s+a\\s+(?:nice|good|great)\\s+(?:day|one|evening|weekend)|good\\s+night)';
const greeting =
  '(?:hi|hello|hey|hiya|howdy|greetings|good\\s+(?:morning|afternoon|evening|day))(?:\\s+(?:there|all|everyone|team|bot))?';
const assent =
  '(?:ok|okay|k|alright|great|good|perfect|cool|nice|awesome|excellent|got\\s+it|i\\s+see|understood|that\\s+(?:helps|helped|works|worked)|no\\s+problem|never\\s?mind)';

/** The first kind that a prompt contains says which reply fits: who thanks and takes leave is welcome. */
const kinds = [
  { words: thanks, reply: 'You are welcome.' },
  { words: farewell, reply: 'Goodbye.' },
  { words: greeting, reply: 'Hello. What would you like to know?' },
  { words: assent, reply: 'Is there anything else that you would like to know?' },
].map(({ words, reply }) => ({ pattern: new RegExp(`^${words}$`, 'iu'), reply }));

/** The reply to a prompt that only greets, thanks or takes leave. Null: it may ask something. */
export function replyToCourtesy(prompt: string): string | null {
  if (prompt.length > unitsMax) return null;
  const parts = prompt
    .replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\u200d]+/gu, ' ')
    .split(/[,.!;:)(\n–—-]+|(?<=^\W*(?:ok|okay|great|perfect|cool|hi|hello|hey))\s+(?=thank|thx)|\s+and\s+/iu)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  const isCourtesy =
    parts.length > 0 && parts.every((part) => kinds.some(({ pattern }) => pattern.test(part)));
  if (!isCourtesy) return null;
  return kinds.find(({ pattern }) => parts.some((part) => pattern.test(part)))?.reply ?? null;
}
