import { contentTerms, isGenericTerm } from '@avow/text/terms';
import { askingWords, auxiliaries, isPlural, isVerb, prepositions } from './english-grammar.ts';

/** A word that points to something named elsewhere. UTF-16 offsets. */
export interface Pointer {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'thing' | 'things' | 'person' | 'owner' | 'one' | 'place';
}

const pointers: Readonly<Record<string, Pointer['kind']>> = {
  ...{
    it: 'thing',
    that: 'thing',
    this: 'thing',
    "it's": 'owner',
    its: 'owner',
    their: 'owner',
    his: 'owner',
    her: 'owner',
  },
  ...{
    they: 'things',
    them: 'things',
    these: 'things',
    those: 'things',
    he: 'person',
    she: 'person',
    him: 'person',
  },
  ...{ one: 'one', ones: 'one', there: 'place' },
};
const ownThing = /\b(?:the|a|an|my|our|your|every|each|any|no|some)\s+\p{L}/iu;
const boundary =
  /\b(?:if|when|that|so|because|before|after|while|where|which|who|until|once|and|but|unless|although|since|or)\b|[,.;:!?]/iu;
/** "Is it possible to …" and "How long does it take to …" point to what follows. */
const pointsAhead =
  /^it\s+(?:be\b.*?\b(?:which|whether|how|who)\b|(?:be|take|cost|mean|matter|make sense|possible|necessary|allowed|required|okay|ok|mandatory|permitted|legal|safe|better|worth|normal|forbidden|enough|true)\b.*?\b(?:to|that|if|when|for me to)\s+\p{L})/iu;
const asksTheTime = /^what\s+(?:time|date|day|month|year)\b/iu;
/** A question with this many words names its subject. */
const sayingMuch = 3;
/** How far the words reach that stand next to another. */
const nearUnits = 60;
const leadsTo = new RegExp(`(?:^|\\s)(?:${auxiliaries}|${prepositions}|${askingWords})\\s+$`, 'iu');
const auxiliaryBefore = new RegExp(`(?:^|\\s)(?:${auxiliaries})\\s+$`, 'iu');
/** "Turn that off". */
const withParticle = /^that\s+(?:off|on|up|down|out|in|back|away|over)$/iu;
/** "The premium one". */
export const describedOne = /\b(?:the|an?|this|that)\s+\S+\s+$/iu;
/** "This version" is the one that is there. */
const hereAndNow =
  /^th(?:is|ese)\s+(?:service|version|product|app|site|website|page|company|year|month|week|morning|evening|tool|assistant|bot|chat|system|platform|days?)\b/iu;

/** The first word of an English question that points to what was said before it; null: it points nowhere else. */
export function findPointer(text: string): Pointer | null {
  for (const { 0: written, index } of text.matchAll(/[\p{L}]+(?:['’]s\b)?/gu)) {
    const word = written.toLowerCase().replace('’', "'");
    const kind = pointers[word];
    if (kind === undefined) continue;
    const found = { word, start: index, end: index + written.length, kind };
    if (pointsOut(found, text.slice(0, index), text.slice(index))) return found;
  }
  return null;
}

function pointsOut({ word, end, start, kind }: Pointer, before: string, from: string): boolean {
  const isLast = from.length === end - start;
  const near = before.slice(-nearUnits);
  if (word === 'there') return isLast && !auxiliaryBefore.test(near);
  if (word === 'that' && !(isLast || before === '' || leadsTo.test(near) || withParticle.test(from)))
    return false;
  // "One site" is a number, "one I had" is not.
  if (
    kind === 'one' &&
    !isLast &&
    !/^ones?\s+(?:i|we|you|they)\s/iu.test(from) &&
    !(
      (auxiliaryBefore.test(near) || describedOne.test(near)) &&
      isVerb(from.slice(0, nearUnits).split(/\s+/)[1] ?? '')
    )
  )
    return false;
  if (kind === 'one' && /\bonly\s+$/iu.test(near)) return false;
  if (word === 'it' && (pointsAhead.test(from) || asksTheTime.test(before))) return false;
  // "When did they start to sell tickets at the door?" asks of anybody.
  if (word === 'they' && contentTerms(from).filter((term) => !isGenericTerm(term)).length >= sayingMuch)
    return false;
  // After "is" it is "it is".
  if (word === "it's" && isLast) return false;
  if (hereAndNow.test(from)) return false;
  return !namesItself({ word, kind }, before);
}

/** In "the printer so that it prints" the word points to what the question itself has named. */
function namesItself({ word, kind }: Pick<Pointer, 'word' | 'kind'>, before: string): boolean {
  // The word that asks joins nothing.
  const said = before.replace(/^\S+\s*/u, '');
  const words = said.split(/\s+/);
  const named = ownThing.exec(said)?.index ?? said.search(/(?<=^|\s)\p{Lu}[\p{L}\p{N}]/u);
  if (kind === 'owner') {
    const hasMany = words.some((one) => isPlural(one) || /^(?:people|everyone|someone|anyone)$/iu.test(one));
    return named >= 0 || (word === 'their' && hasMany);
  }
  if (named >= 0 && boundary.test(said.slice(named))) return true;
  const joint = said.search(boundary);
  return (
    kind === 'things' && joint >= 0 && contentTerms(said.slice(0, joint)).some((term) => !isGenericTerm(term))
  );
}
