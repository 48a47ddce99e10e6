/** How binding a text is: how often it obliges, advises or allows, and says that something holds always or at times. */
export interface Modality {
  readonly obliging: number;
  /** "Should", "may" and "can" together. */
  readonly mild: number;
  /** Only what leaves a choice: "may", not "can". */
  readonly allowing: number;
  readonly universal: number;
  readonly partial: number;
}

const ofWords = (list: string) => new RegExp(`(?<![\\p{L}\\d])(?:${list})(?![\\p{L}\\d])`, 'giu');

const obliging = ofWords(
  'must|shall|(?:has|have|had|having) to|needs? to|required?|requires|requirement|oblig\\p{L}+|mandatory|compulsory|muss|müssen|verpflichte\\p{L}*|erforderlich|doit|doivent|obligatoire\\p{L}?|debe|deben|obligatori\\p{L}+|tienen? que',
);
const advising = ofWords(
  'should|ought|recommend\\p{L}*|encourage\\p{L}*|advise[ds]?|suggest\\p{L}*|ideally|preferabl[ey]|sollten?|empfohlen|devraient|devrait|recommandée?s?|debería\\p{L}*|recomend\\p{L}+',
);
const allowing = ofWords(
  'may|might|optional\\p{L}*|permit\\p{L}*|allow\\p{L}*|free to|voluntar\\p{L}+|darf|dürfen|freiwillig|facultatif|facultative|opcional',
);
const able = ofWords('can|could|able|possible|kann|können|möglich|peut|peuvent|puede|pueden|posible');
const universal = ofWords(
  'all|always|every|each|any|never|everyone|everybody|immer|alle\\p{L}?|jede\\p{L}?|toujours|tous|toutes|siempre|todos|todas',
);
const partial = ofWords(
  'some|sometimes|often|usually|generally|typically|normally|many|most|mostly|few|manche\\p{L}?|manchmal|oft|meistens|gewöhnlich|parfois|souvent|généralement|certains|algunos|a veces|normalmente|muchos',
);

const countOf = (folded: string, words: RegExp) => folded.match(words)?.length ?? 0;

export function readModality(folded: string): Modality {
  const allowed = countOf(folded, allowing);
  return {
    obliging: countOf(folded, obliging),
    mild: countOf(folded, advising) + allowed + countOf(folded, able),
    allowing: allowed,
    universal: countOf(folded, universal),
    partial: countOf(folded, partial),
  };
}

/**
 * Whether a sentence binds more, or less, than what it rests on: "must" in place of what is advised or allowed, "may" in
 * place of an obligation, "always" in place of what is usual. A plain imperative obliges without a word.
 */
export function changesModality(said: Modality, quoted: readonly Modality[]): boolean {
  const inPlaceOf = (one: keyof Modality, other: keyof Modality) => {
    const total = (kind: keyof Modality) => quoted.reduce((sum, each) => sum + each[kind], 0);
    return said[one] > total(one) && said[other] < total(other);
  };
  return (
    inPlaceOf('obliging', 'mild') || inPlaceOf('allowing', 'obliging') || inPlaceOf('universal', 'partial')
  );
}
