import { describe, expect, it } from 'vitest';
import { answerLanguage } from './answer-language.ts';

const english = 'The form that you need is on the second floor, next to the lift.';
const german = 'Das Formular, das Sie brauchen, liegt im zweiten Stock neben dem Aufzug.';
const danish = 'Det er ikke muligt at få svar, når kontoret er lukket efter klokken fem.';

describe('answerLanguage', () => {
  it('tells the language of an answer, whatever was wanted', () => {
    expect(answerLanguage({ text: english, wanted: null })).toBe('en');
    expect(answerLanguage({ text: german, wanted: 'en' })).toBe('de');
    expect(answerLanguage({ text: english, wanted: 'fr-CA' })).toBe('en');
  });

  it('keeps the script and region that were wanted', () => {
    expect(answerLanguage({ text: english, wanted: 'en-GB' })).toBe('en-GB');
    expect(answerLanguage({ text: german, wanted: 'de-CH' })).toBe('de-CH');
  });

  it('takes the one that was wanted where a related one is as likely', () => {
    expect(answerLanguage({ text: danish, wanted: 'nb' })).toBe('nb');
    expect(answerLanguage({ text: danish, wanted: 'da' })).toBe('da');
  });

  it('tells nothing of what is too short, or is no prose', () => {
    expect(answerLanguage({ text: '8642', wanted: 'en' })).toBeNull();
    expect(
      answerLanguage({ text: '```sh\nnpx avow the of and to in is that\n```', wanted: 'en' }),
    ).toBeNull();
  });
});
