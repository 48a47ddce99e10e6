/** How binding a text is: what it obliges to, advises or allows, and whether it holds always or at times. */
export interface Modality {
  readonly obliges: boolean;
  readonly advises: boolean;
  readonly allows: boolean;
  readonly isUniversal: boolean;
  readonly isPartial: boolean;
}

const ofWords = (list: string) => new RegExp(`(?<![\\p{L}\\d])(?:${list})(?![\\p{L}\\d])`, 'iu');

const obliges = ofWords(
  'must|shall|(?:has|have|had|having) to|needs? to|required?|requires|requirement|oblig\\p{L}+|mandatory|compulsory|muss|müssen|verpflichte\\p{L}*|erforderlich|doit|doivent|obligatoire\\p{L}?|debe|deben|obligatori\\p{L}+|tienen? que',
);
const advises = ofWords(
  'should|ought|recommend\\p{L}*|encourage\\p{L}*|advise[ds]?|suggest\\p{L}*|ideally|preferabl[ey]|sollten?|empfohlen|devraient|devrait|recommandée?s?|debería\\p{L}*|recomend\\p{L}+',
);
const allows = ofWords(
  'may|might|optional\\p{L}*|permit\\p{L}*|allow\\p{L}*|free to|voluntar\\p{L}+|darf|dürfen|freiwillig|facultatif|facultative|opcional',
);
const isAble = ofWords('can|could|able|possible|kann|können|möglich|peut|peuvent|puede|pueden|posible');
const isUniversal = ofWords(
  'all|always|every|each|any|never|everyone|everybody|immer|alle\\p{L}?|jede\\p{L}?|toujours|tous|toutes|siempre|todos|todas',
);
const isPartial = ofWords(
  'some|sometimes|often|usually|generally|typically|normally|many|most|mostly|few|manche\\p{L}?|manchmal|oft|meistens|gewöhnlich|parfois|souvent|généralement|certains|algunos|a veces|normalmente|muchos',
);

export function readModality(folded: string): Modality {
  return {
    obliges: obliges.test(folded),
    advises: advises.test(folded),
    allows: allows.test(folded) || isAble.test(folded),
    isUniversal: isUniversal.test(folded),
    isPartial: isPartial.test(folded),
  };
}

const saysMay = (folded: string) => allows.test(folded);

/**
 * Whether a sentence binds more, or less, than what it rests on: "must" for what is advised or allowed, "may" for what is
 * an obligation, "always" for what is usual. A plain imperative obliges without a word.
 */
export function changesModality(folded: string, quoted: readonly Modality[]): boolean {
  const said = readModality(folded);
  const some = (has: (one: Modality) => boolean) => quoted.some(has);
  const isMilder = some((one) => one.advises || one.allows);
  if (said.obliges && !said.advises && isMilder && !some((one) => one.obliges)) return true;
  const isStricter = some((one) => one.obliges) && !some((one) => one.allows);
  if (!said.obliges && saysMay(folded) && isStricter) return true;
  return (
    said.isUniversal && !said.isPartial && some((one) => one.isPartial) && !some((one) => one.isUniversal)
  );
}
