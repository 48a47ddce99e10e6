/** English words that carry grammar, not content. The search leaves them out too, so changing the list means reindexing. */
export const functionWords: ReadonlySet<string> = new Set(
  `a an the this that these those such
  and or but nor so yet if then else than as because while until though although whether
  of to in on at by for from with without within about against between into through during before after above below
  over under up down out off again once here there per via upon onto toward towards among across
  i me my mine myself we us our ours ourselves you your yours yourself yourselves
  he him his himself she her hers herself it its itself they them their theirs themselves
  am is are was were be been being have has had having do does did doing done
  will would shall should can could may might must ought cannot
  not no never neither none
  don doesn didn isn aren wasn weren won wouldn shouldn couldn hasn haven hadn mustn needn ain
  t s re ve ll d m
  very too just also only even still already ever else both each either own same some any all more most other another one ones`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words that mark a question, and polite phrases around it. */
export const questionWords: ReadonlySet<string> = new Set(
  `what which who whom whose when where why how whats whos wheres hows
  please thanks thank hello hi hey kindly tell explain describe know wonder wondering let lets`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words that say little about the topic: they count, but a match does not need them. */
export const genericWords: readonly string[] =
  `get need want use make take give go come happen allow able possible permit
  thing way something anything someone anyone everyone people company employee staff policy
  rule information detail question answer help find look follow provide regard concern
  much many long often soon entitle oblige require available mean like try
  process procedure step guide handbook document current general usual normal exact`
    .split(/\s+/)
    .filter((word) => word !== '');
