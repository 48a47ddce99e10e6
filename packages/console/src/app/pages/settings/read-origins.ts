/** The origins that somebody entered in one field. */
export const readOrigins = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((origin) => origin !== '');
