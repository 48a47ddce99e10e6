import { Parser } from 'htmlparser2';
import { parsedLimits } from './parsed-limits.ts';
import { SourceFault } from './source-fault.ts';

/** An element of a parsed XML document. */
export interface XmlElement {
  /** Without its namespace prefix, in lower case. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Elements and texts in the order of the document. */
  readonly content: ReadonlyArray<XmlElement | string>;
  /** Of the element and of everything within it. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  readonly content: Array<XmlElement | string>;
  text: string;
}

const { xml } = parsedLimits;

/**
 * The root of an XML document; null if there is none. Entities of a document type are not expanded, and what is not
 * well-formed is read as far as it makes sense. Throws if it has more elements and attributes than a document may have, or if
 * they are nested too deeply: the time to close an element grows with what is open.
 */
export function parseXml(text: string): XmlElement | null {
  let root: XmlElement | null = null;
  const open: OpenElement[] = [];
  let values = 0;
  const count = () => {
    values += 1;
    if (values > xml.valuesMax) throw tooLarge(`more than ${xml.valuesMax} elements and attributes`);
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        count();
        if (open.length >= xml.depthMax) throw tooLarge(`elements nested deeper than ${xml.depthMax}`);
        open.push({ name: localName(name), attributes, children: [], content: [], text: '' });
      },
      onattribute: count,
      ontext: (part) => {
        const current = open.at(-1);
        if (current === undefined) return;
        current.content.push(part);
        current.text += part;
      },
      onclosetag: () => {
        const closed = open.pop();
        if (closed === undefined) return;
        const parent = open.at(-1);
        if (parent === undefined) root ??= closed;
        else {
          parent.children.push(closed);
          parent.content.push(closed);
          parent.text += closed.text;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return root;
}

const tooLarge = (what: string) => new SourceFault('too_large', `The source answers with XML of ${what}.`);

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The trimmed text of the first child of this name; null if there is none, or it is empty. */
export function textOf(element: XmlElement, name: string): string | null {
  return childrenOf(element, name)[0]?.text.trim() || null;
}
