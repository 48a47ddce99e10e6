/** How follow-ups are recognized in languages whose sentences are not parsed. */
interface FollowUpWords {
  /** Words that only open what goes on. */
  readonly opening: RegExp;
  /** Words that refer back, at any position. Case matters: "Sie" addresses the reader, "sie" refers to the subject. */
  readonly pointing: RegExp;
  readonly prepositions: string;
}

export const followUpWords: Readonly<Record<string, FollowUpWords>> = {
  de: {
    opening: /^(?:und|oder|aber|auch|also)\b/iu,
    pointing:
      /\b(?:ihn|ihm|dafür|davon|damit|dabei|darüber|dazu|dort|deren|dessen)\b|\b(?:[Ii]st|[Ss]ind|[Ww]ird|[Ww]erden|[Gg]ilt|[Gg]elten|[Hh]at|[Kk]ann|[Kk]önnen|[Kk]ostet|[Mm]uss|[Mm]üssen|[Dd]arf|[Dd]auert|[Bb]ekomme ich) (?:er|sie|es|das|dies)\b/u,
    prepositions: 'für|in|im|am|an|bei|mit|nach|vor|von|aus|ohne|während|zu|zum|zur',
  },
  fr: {
    opening: /^(?:et|ou|mais|aussi)\b/iu,
    pointing: /-t?-?(?:il|elle|ils|elles)\b(?! y a)|\b(?:cela|ça|celui-ci|celle-ci|ceux-ci)\b|\bc['’]est\b/iu,
    prepositions: 'pour|à|au|aux|en|dans|avec|sans|de|du|des|après|avant|pendant|chez',
  },
  es: {
    opening: /^(?:y|e|o|u|pero|también)\b/iu,
    pointing: /\b(?:eso|esto|ello|ellos|ellas|él)\b/iu,
    prepositions: 'para|en|con|sin|de|del|desde|hasta|después de|antes de|a|al|por',
  },
  it: {
    opening: /^(?:e|ed|o|ma|anche)\b/iu,
    pointing: /\b(?:questo|quello|ciò|esso|essa|essi|esse)\b(?=\s*$)|\b(?:ciò|esso|essa|essi|esse)\b/iu,
    prepositions: 'per|in|a|al|alla|con|senza|di|del|della|da|dal|dopo|prima di|durante',
  },
  nl: {
    opening: /^(?:en|of|maar|ook)\b/iu,
    pointing:
      /\b(?:daarvoor|daarvan|daarmee|hiervoor|hiervan|ermee|ervoor)\b|\b(?:is|zijn|kost|geldt|duurt|moet|kan) (?:het|dat|die|dit)\s*$/iu,
    prepositions: 'voor|in|op|bij|met|zonder|na|van|uit|naar|tijdens|aan',
  },
  pt: {
    opening: /^(?:e|ou|mas|também)\b/iu,
    pointing: /\b(?:isso|isto|ele|ela|eles|elas)\b/iu,
    prepositions: 'para|em|no|na|com|sem|de|do|da|depois de|antes de|a|ao|por',
  },
};
