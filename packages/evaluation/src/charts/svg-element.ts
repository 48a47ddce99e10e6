import { escapeMarkup } from '@avow/text';

/** A piece of SVG. Made by `svgElement` and `textNode` alone, so that no text gets into it unescaped. */
export interface Svg {
  readonly svg: string;
}

type Attributes = Readonly<Record<string, string | number>>;

export function svgElement(name: string, attributes: Attributes, ...children: readonly Svg[]): Svg {
  const written = Object.entries(attributes)
    .map(
      ([key, value]) => ` ${key}="${escapeMarkup(typeof value === 'number' ? formatNumber(value) : value)}"`,
    )
    .join('');
  const inside = children.map(({ svg }) => svg).join('');
  return { svg: inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>` };
}

export function textNode(text: string): Svg {
  return { svg: escapeMarkup(text) };
}

/** A hundredth of a pixel is finer than any eye. */
function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
