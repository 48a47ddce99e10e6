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

function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

type CanaryTest = (forms: Forms) => boolean;

/**
 * Says whether a text holds one of the canaries: to the letter, or, of those that cannot come about by chance, written in
 * another case, spaced out, backwards, or in one of the codes that models know. The canary is put into the code, not the
 * text out of it: so it is found wherever it stands.
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
    Array.from(squeezed).toReversed().join(''),
    rotateLetters(squeezed),
    ...[canary, canary.toLowerCase(), canary.toUpperCase()].map((form) => Buffer.from(form).toString('hex')),
  ];
  const denseForms = [canary, canary.toLowerCase(), canary.toUpperCase()].flatMap(base64Forms);
  return ({ text, dense, squeezed: seen }) =>
    text.includes(canary) ||
    squeezedForms.some((form) => seen.includes(form)) ||
    denseForms.some((form) => dense.includes(form));
}

/** By 13 places, as the oldest joke among codes does. */
function rotateLetters(text: string): string {
  return text.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + 13) % 26)),
  );
}

/** How base64 writes it, whatever stands before and after: at each of the three places within a group of bytes. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const skipped = Math.ceil((shift * 8) / 6);
    // The last letters depend on what follows where the bytes fill no whole group.
    const whole = Math.floor((bytes.length * 8) / 6);
    return [bytes.toString('base64'), bytes.toString('base64url')].map((code) => code.slice(skipped, whole));
  });
}
