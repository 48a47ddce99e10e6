import { foldWords } from '../fold-words.ts';

const courtesies: ReadonlySet<string> = new Set(
  `hello hi hey hiya howdy greetings good morning afternoon evening day night goodbye bye cheers thanks thank thx
  please welcome you u your yours i m im am are is it s that this there to the a an and so very much lot again all everyone
  team how who what name do doing going help can me my with yes no yeah nope ok okay sure fine great nice perfect cool
  sorry pleased meet more tell go on continue why really else then next
  hola gracias bonjour merci salut hallo danke guten tag morgen ciao grazie ola obrigado`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const lettersMin = 10;
const wordsMin = 3;

/** Texts that have no topic: greetings, thanks, and those too short to tell. */
export function isSmallTalk(text: string): boolean {
  const words = foldWords(text);
  if (words.length < wordsMin && words.join('').length < lettersMin) return true;
  return words.every((word) => courtesies.has(word));
}
