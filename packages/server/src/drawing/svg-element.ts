/** A piece of SVG. Made by `element` and `textNode` alone, so that no text gets into it unescaped. */
export interface Svg {
  readonly svg: string;
}

type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...children: readonly Svg[]): Svg {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? formatNumber(value) : value)}"`)
    .join('');
  const inside = children.map(({ svg }) => svg).join('');
  return { svg: inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>` };
}

export function textNode(text: string): Svg {
  return { svg: escapeXml(text) };
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters are no XML, however they are written. */
const notXml = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, '\ufffd')
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? '');
}

/** A hundredth of a pixel is finer than any eye. */
function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
