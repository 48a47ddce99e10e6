import { contentRemoved, imageRemoved, type LinkUse, linkRemoved } from './link-use.ts';
import { type Attribute, type Tag, tokeniseTag } from './tokenise-tag.ts';

/** Elements that run code or change how the following text is parsed. Elements not listed are harmless by themselves. */
const activeElements: ReadonlySet<string> = new Set(
  'script style svg math textarea template noscript noembed noframes plaintext xmp title'.split(' '),
);
/** Elements that do so through their attributes. Without attributes, the text only mentions them. */
const activeByAttributes: ReadonlySet<string> = new Set(
  `iframe frame frameset object embed applet base link meta form portal fencedframe image layer ilayer bgsound marquee
  keygen isindex`.split(/\s+/),
);
/** Elements whose contents are not shown as text. */
const elementsWithContents: ReadonlySet<string> = new Set(
  'script style iframe object svg math template noscript textarea title xmp noembed noframes'.split(' '),
);
/** Elements on which an attribute beyond the part that was read could link to or load anything. */
const elementsWithTargets: ReadonlySet<string> = new Set(
  'a area img picture video audio source track input'.split(' '),
);
const loadingAttributes: ReadonlySet<string> = new Set(
  'src srcset imagesrcset background poster data lowsrc dynsrc icon manifest classid codebase'.split(' '),
);
const linkingAttributes: ReadonlySet<string> = new Set(
  'href xlink:href action formaction ping cite longdesc usemap'.split(' '),
);
const activeStyle = /url|image|expression|import|behavior|binding|position|\\|&/i;

/** What a tag does; `use` is null if it neither links, loads nor runs anything. */
export interface ReadTag {
  readonly use: LinkUse | null;
  readonly end: number;
}

/** Null if no tag begins at the offset. `endOf` finds the end of an element. */
export function readTag(
  text: string,
  offset: number,
  {
    unitsMax,
    endOf,
  }: { readonly unitsMax: number; readonly endOf: (name: string, from: number) => number | null },
): ReadTag | null {
  const tag = tokeniseTag(text, offset, { unitsMax });
  if (tag === null) return null;
  const { name, attributes, end } = tag;
  if (tag.isClosing) return { use: null, end };
  const range = { start: offset, end };
  if (isActiveTag(tag)) {
    const elementEnd = elementsWithContents.has(name) ? endOf(name, end) : null;
    const use = { start: offset, end: elementEnd ?? end, placeholder: contentRemoved, targets: [] };
    return { use: { ...use, kind: 'active' }, end };
  }
  const loads = attributes.filter((attribute) => loadingAttributes.has(attribute.name)).flatMap(targetsOf);
  if (loads.length > 0)
    return { use: { ...range, placeholder: imageRemoved, kind: 'load', targets: loads }, end };
  const targets = attributes
    .filter((attribute) => linkingAttributes.has(attribute.name))
    .map(({ value }) => value);
  if (targets.length === 0) return { use: null, end };
  return { use: { ...range, placeholder: linkRemoved, kind: 'link', targets }, end };
}

function isActiveTag({ name, attributes, isOpen }: Tag): boolean {
  if (activeElements.has(name) || attributes.some(isActive)) return true;
  if (activeByAttributes.has(name)) return isOpen || attributes.length > 0;
  return isOpen && elementsWithTargets.has(name);
}

function isActive({ name, value }: Attribute): boolean {
  if (/^on[a-z]{3,}/.test(name) || name === 'srcdoc') return true;
  return name === 'style' && activeStyle.test(value);
}

/** Each candidate of a `srcset` has a URL and a size. */
function targetsOf({ name, value }: Attribute): readonly string[] {
  if (!name.endsWith('srcset')) return [value];
  return value.split(',').map((choice) => choice.trim().split(/\s/)[0] ?? '');
}
