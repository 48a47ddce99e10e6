/** For each Latin letter, the characters that look like it or that decorative alphabets use for it. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀɐȺⱥᎪᗅᗩꓮ₳ᶏΛ∆',
  b: 'ВвЬьβΒʙɓƀᏴᗷꓐ฿₿ƅ',
  c: 'сСϲϹᴄƈȼᏟᑕꓚ¢ↄ',
  d: 'ԁԀᴅɗɖđĐᎠᗞᗪꓓꮷð',
  e: 'еЕεΕєЄᴇɇᎬꓰ€℮ҽə',
  f: 'ꜰƒᖴꓝϝғҒ',
  g: 'ɡɢɠǥᏀᎶꓖԍց',
  h: 'һҺНнΗʜɦħĦᎻᏂᕼꓧհ',
  i: 'іІιΙɪıɩɨӏᎥꓲıӀ',
  j: 'јЈϳᴊȷɉᎫᒍꓙյ',
  k: 'кКκΚᴋƙᏦꓗ₭қҚꝁ',
  l: 'ʟłŁɫɭɬƚᏞᒪꓡ£լ',
  m: 'мМΜᴍɱᎷᗰꓟ₥',
  n: 'ηΝɴɲŋɳпПиИոռꓠᑎ₦ņղ',
  o: 'оОοΟσᴏɵøØօՕᎤꓳ०๐σ',
  p: 'рРρΡᴘƥᏢᑭꓑ₱քþ',
  q: 'ԛԚզʠꞯᑫ',
  r: 'гʀɾɽɍᎡᏒᖇꓣяЯ',
  s: 'ѕЅꜱʂȿᏚᔕꓢ₴Տտš',
  t: 'тТτΤᴛƭʈŧᎢꓔ₮էТ',
  u: 'υᴜʉսՍᑌꓴυцЦμ',
  v: 'ѵѴνᴠʋᏙᐯꓦⱱ',
  w: 'ԝԜωᴡաᎳᏔᗯꓪ₩шШщ',
  x: 'хХχΧ᙭ꓫӽ×',
  y: 'уУΥγʏɏᎽꓬ¥үҮұ',
  z: 'ΖᴢʐƶᏃꓜᘔʑ',
  ae: 'æÆ',
  oe: 'œŒ',
  ss: 'ßẞ',
};

/** Blocks of 26 symbols for the alphabet: letters in black circles and squares, and regional indicators. */
const alphabetRows = [0x1f150, 0x1f170, 0x1f1e6];

function createLetterTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const [letter, signs] of Object.entries(lookAlikes)) {
    for (const sign of signs) table.set(sign, letter);
  }
  for (const first of alphabetRows) {
    for (let index = 0; index < 26; index++) {
      table.set(String.fromCodePoint(first + index), String.fromCharCode(97 + index));
    }
  }
  return table;
}

/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const strokes = 'łŁøØđĐħĦŧıßẞæÆœŒðþ';

/** The Latin letters that a character represents in a text disguised from machines. */
export const latinOf: ReadonlyMap<string, string> = createLetterTable();

/** The part of that table that ordinary words use. */
export const accentedOf: ReadonlyMap<string, string> = new Map(
  Array.from(strokes, (sign) => [sign, latinOf.get(sign) ?? sign]),
);
