import { base64Forms, reverse, rotateLetters, squeeze } from '@avow/text';

/** From this many letters and digits on a canary does not come about by chance, however it is written. */
const certainLengthMin = 8;

/** In what a text is compared with a canary. */
interface Forms {
  readonly text: string;
  /** Without white space: codes are broken into lines. */
  readonly dense: string;
  /** Letters and digits alone, as small letters. */
  readonly squeezed: string;
}

function formsOf(text: string): Forms {
  return { text, dense: text.replace(/\s+/gu, ''), squeezed: squeeze(text) };
}

type CanaryTest = (forms: Forms) => boolean;

/**
 * Says whether a text holds one of the canaries: to the letter, or, of those that cannot come about by chance, written in
 * another case, spaced out, backwards, or in one of the codes that models know.
 */
export function createCanaryFinder(canaries: readonly string[]): (text: string) => boolean {
  const tests = canaries.map(createTest);
  return (text) => {
    const forms = formsOf(text);
    return tests.some((test) => test(forms));
  };
}

function createTest(canary: string): CanaryTest {
  const squeezed = squeeze(canary);
  if (squeezed.length < certainLengthMin) return ({ text }) => text.includes(canary);
  const squeezedForms = [
    squeezed,
    reverse(squeezed),
    rotateLetters(squeezed),
    ...[canary, canary.toLowerCase(), canary.toUpperCase()].map((form) => Buffer.from(form).toString('hex')),
  ];
  const denseForms = [canary, canary.toLowerCase(), canary.toUpperCase()].flatMap(base64Forms);
  return ({ text, dense, squeezed: seen }) =>
    text.includes(canary) ||
    squeezedForms.some((form) => seen.includes(form)) ||
    denseForms.some((form) => dense.includes(form));
}
