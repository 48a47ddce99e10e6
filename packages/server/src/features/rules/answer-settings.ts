import type { Config } from '../../config/load-config.ts';

/** Which settings change what is answered, or whether. Every setting is here, so that a new one cannot be forgotten. */
const shapesAnswers: Readonly<Partial<Record<keyof Config, true>>> = {
  search: true,
  searchByMeaning: true,
  embeddedReader: true,
  embeddedScreener: true,
  queryDeadlineMs: true,
  answerCacheMs: true,
  reviewWaitMs: true,
  reviewsMax: true,
  promptCodePointsMax: true,
};

const variableOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The settings that shape answers, in the order of their names. None is a secret. */
export function listAnswerSettings(config: Config): Array<readonly [name: string, value: string]> {
  return Object.keys(shapesAnswers)
    .sort()
    .map((name) => [variableOf(name), String(config[name as keyof Config] ?? '')]);
}
