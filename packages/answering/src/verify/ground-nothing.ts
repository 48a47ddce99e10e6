import type { Facts } from '@avow/facts';
import { stripEmphasis } from '@avow/text/markdown';
import { contentTerms, isGenericTerm } from '@avow/text/terms';

const named =
  '(?:provided |given |available |above |following )?(?:sources?|documents?|documentation|passages?|information|context)';
const help = "(?:i can help(?: you)?(?: with that)?|(?:i'd be )?(?:happy|glad) to help)";
const agreed = '(?:sure|certainly|of course|absolutely)';
/** Whole sentences that say nothing which could be true or false. */
const courtesies = [
  '(?:hello|hi|hey|good (?:morning|afternoon|evening)|hallo|guten tag|bonjour|hola)(?: there| everyone)?',
  '(?:thank you|thanks|danke|merci|gracias)(?: (?:so|very) much)?(?: for (?:asking|(?:your|the) question|reaching out))?',
  `(?:gladly|(?:great|good) question)(?:[!,.]? ${help})?|${agreed}[!,.]? ${help}`,
  `(?:according to|based on|from) (?:the |these |your )?${named}(?: provided| above| available)?`,
  '(?:laut|nach) (?:den |der )?quellen?|selon les sources|según las fuentes',
  '(?:in (?:short|summary|brief|conclusion)|to (?:summari[sz]e|sum up)|overall|summary|answer|kurz gesagt|zusammenfassung|en résumé|en resumen)',
  '(?:i|we) hope (?:this|that) (?:helps|is helpful|answers your question)',
  "(?:please )?(?:let me know|feel free to ask|don't hesitate to ask)(?: if you (?:have|need) (?:any )?(?:other |further |more )?(?:questions?|help|details))?",
  'if you have (?:any )?(?:other |further |more )?questions?, (?:please )?(?:let me know|feel free to ask)',
];
const courtesy = new RegExp(`^(?:${courtesies.join('|')})[\\s.!,:…]*$`, 'iu');
/** A yes in other words, if the question can be answered by one. */
const agreement = new RegExp(`^${agreed}[\\s.!,…]*$`, 'iu');
const yesOrNoSign = /[✅☑✔✓❌❎✖✗✘👍👎🆗🚫⛔]/u;
const asksForMore =
  /^\W*(?:(?:and|so|please)\W+)?(?:what|when|where|who|whom|whose|which|why|how|list|tell|explain|describe|show|give|name)\b/iu;
const asksWhether =
  /[,;.?!]\W*(?:(?:and|or|but|so)\W+)?(?:is|are|am|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had)\b/iu;
const leadIn =
  /^(?:here(?:'s| is| are)|below (?:is|are)|the following (?:is|are)|these are)\s.{0,160}[:.]$/iu;
/** What a lead-in may call what follows. */
const forms = new Set(
  contentTerms(
    'summary answer overview steps list points key short brief explanation options details sources information documents follow',
  ),
);
const textUnitsMax = 200;

/**
 * Whether it is a greeting, or words such as "According to the sources:". Strict: anything else that names, counts,
 * denies or states something claims it. A lead-in may repeat what was asked.
 */
export function claimsNothing(text: string, facts: Facts, question: string): boolean {
  const plain = stripEmphasis(text).replace(/[’]/gu, "'").trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return !yesOrNoSign.test(plain);
  if (agreement.test(plain)) return asksForMore.test(question) && !asksWhether.test(question);
  if (plain.length > textUnitsMax) return false;
  if (courtesy.test(plain)) return true;
  const { quantities, dates, times, names, verbatim, negations } = facts;
  const isBare = [quantities, dates, times, names, verbatim, negations].every((some) => some.length === 0);
  if (!isBare || !leadIn.test(plain)) return false;
  const asked = new Set(contentTerms(question));
  const terms = contentTerms(plain);
  return terms.every(
    (term) => forms.has(term) || (plain.endsWith(':') && (asked.has(term) || isGenericTerm(term))),
  );
}
