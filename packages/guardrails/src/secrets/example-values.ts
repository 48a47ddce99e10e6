/** Placeholders for a value: a variable, a slot to fill in, asterisks, dots. */
const slot =
  /[<>{}…]|\.\.\.|^[$%@&*#]|\$\(|\*{3}|x{4}|X{4}|process\.env|environ|^\[|^(?:null|none|nil|undefined|true|false|string|redacted|required|optional|n\/a)$/i;

/** Words that documentation writes in place of a secret. */
const exampleWord =
  /example|sample|dummy|placeholder|change_?me|your|insert|replace|fake|foobar|secret|passw|hunter2|mytoken|my_token|my-token|testtest|deadbeef|loremipsum|abcdef|abc123|qwerty|12345|01234|98765|0{6}|1{6}|aaaa|do_?not_?use/i;

const caseless = (text: string) => text.toLowerCase();

/** Whether the value is a placeholder rather than a secret. */
export function isSlot(value: string): boolean {
  return slot.test(value) || new Set(caseless(value)).size < 4;
}

const base64 = /^[A-Za-z0-9+/]{8,200}={0,2}$/;
const plainText = /^[\x20-\x7e]+\n?$/;

/** Whether the value is a well-known example or contains a word that marks it as one, possibly in Base64. */
export function isExample(value: string): boolean {
  if (exampleWord.test(value)) return true;
  if (!base64.test(value)) return false;
  const decoded = Buffer.from(value, 'base64').toString('latin1');
  return plainText.test(decoded) && exampleWord.test(decoded);
}

/** Long words only: short ones occur by chance in a key of a hundred random characters. */
const shownInKeys = /example|placeholder|changeme|redacted|your[_-]|1234567|abcdefg|0{8}|deadbeef/i;

/** The same for keys with a distinctive format. */
export function isShownKey(body: string): boolean {
  return shownInKeys.test(body);
}

/** Shannon entropy in bits per character: about 4 or more for random text, below 3.5 for words. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
