import { describe, expect, it } from 'vitest';
import { answerLanguage } from './answer-language.ts';

const english = 'The form that you need is on the second floor, next to the lift.';
const german = 'Das Formular, das Sie brauchen, liegt im zweiten Stock neben dem Aufzug.';
const danish = 'Det er ikke muligt at få svar, når kontoret er lukket efter klokken fem.';

describe('answerLanguage', () => {
  it('detects the language of an answer, whichever was wanted', () => {
    expect(answerLanguage({ text: english, wanted: null })).toBe('en');
    expect(answerLanguage({ text: german, wanted: 'en' })).toBe('de');
    expect(answerLanguage({ text: english, wanted: 'fr-CA' })).toBe('en');
  });

  it('keeps the script and region that were wanted', () => {
    expect(answerLanguage({ text: english, wanted: 'en-GB' })).toBe('en-GB');
    expect(answerLanguage({ text: german, wanted: 'de-CH' })).toBe('de-CH');
  });

  it('prefers the wanted language to a related one that is as likely', () => {
    expect(answerLanguage({ text: danish, wanted: 'nb' })).toBe('nb');
    expect(answerLanguage({ text: danish, wanted: 'da' })).toBe('da');
  });

  it('does not know the language of a text that is too short or not prose', () => {
    expect(answerLanguage({ text: '8642', wanted: 'en' })).toBeNull();
    expect(
      answerLanguage({ text: '```sh\nnpx avow the of and to in is that\n```', wanted: 'en' }),
    ).toBeNull();
  });
});
