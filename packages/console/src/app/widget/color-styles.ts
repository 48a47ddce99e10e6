import type { WidgetSettings } from '@avow/client';

type Rgb = readonly [red: number, green: number, blue: number];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
const backgrounds = { light: white, dark: [0x14, 0x18, 0x1f] as Rgb };

/** WCAG 2.2 AA of text. */
const contrastMin = 4.5;
const mixStep = 0.05;

/** Null: it is not a colour, and nothing of it reaches a style sheet. */
function readColor(text: string | null): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text ?? '');
  if (found === null) return null;
  const [, red = '', green = '', blue = ''] = found;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const writeColor = (color: Rgb) => `rgb(${color.map(Math.round).join(' ')})`;

function luminanceOf(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** What can be read on a colour: one of them always can. */
const textOn = (color: Rgb): Rgb => (contrastOf(color, white) >= contrastOf(color, black) ? white : black);

/** The colour, darkened or lightened until it can be read on the background. */
function readableOn(background: Rgb, color: Rgb): Rgb {
  const towards = textOn(background);
  for (let share = 0; share < 1; share += mixStep) {
    const mixed = color.map((value, at) => value + ((towards[at] ?? 0) - value) * share) as unknown as Rgb;
    if (contrastOf(mixed, background) >= contrastMin) return mixed;
  }
  return towards;
}

/** The colours of a widget as a style sheet that comes after its own: any colour ends as text that can be read. */
export function colorStyles({
  accent_color,
  header_color,
}: Pick<WidgetSettings, 'accent_color' | 'header_color'>): string {
  const accent = readColor(accent_color);
  const header = readColor(header_color);
  const of = (theme: keyof typeof backgrounds) =>
    accent === null
      ? ''
      : `--a: ${writeColor(accent)}; --a-text: ${writeColor(textOn(accent))}; --link: ${writeColor(readableOn(backgrounds[theme], accent))};`;
  const ofHeader =
    header === null
      ? ''
      : `header { background: ${writeColor(header)}; color: ${writeColor(textOn(header))}; }
header :focus-visible { outline-color: currentColor; }`;
  return `:host { ${of('light')} }
@media (prefers-color-scheme: dark) { :host(:not([theme='light'])) { ${of('dark')} } }
:host([theme='dark']) { ${of('dark')} }
a { color: var(--link, var(--a)); }
:focus-visible { outline-color: var(--link, var(--a)); }
button[aria-pressed='true'] { outline-color: var(--link, var(--a)); }
${ofHeader}`;
}
