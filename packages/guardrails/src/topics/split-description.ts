/** What a description begins with before it says anything. */
const opening =
  /^(?:any |all )?(?:questions?|requests?|messages?|anything|everything|topics?) (?:about|on|concerning|regarding|for|from) /i;

const separator = /[,;:.!?()、，；：。]+\s*|\s+(?:and|or)\s+/;
const lettersMin = 3;
const aspectsMax = 16;

/** The things that a description lists: "Questions about symptoms, medicines and treatment" has three. */
export function splitDescription(description: string): readonly string[] {
  const listed = description
    .replace(opening, '')
    .split(separator)
    .map((part) => part.replace(/^(?:and|or) /i, '').trim())
    .filter((part) => part.length >= lettersMin && part !== description);
  return [...new Set(listed)].slice(0, aspectsMax);
}
