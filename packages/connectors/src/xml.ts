import { Parser } from 'htmlparser2';

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

const depthMax = 64;

/**
 * The root of an XML document; null if there is none. Entities of a document type are not expanded. What is nested deeper
 * than `depthMax` is dropped, and what is not well-formed is read as far as it makes sense.
 */
export function parseXml(text: string): XmlElement | null {
  let root: XmlElement | null = null;
  const open: OpenElement[] = [];
  let dropped = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (open.length >= depthMax) dropped += 1;
        else open.push({ name: localName(name), attributes, children: [], content: [], text: '' });
      },
      ontext: (part) => {
        const current = open.at(-1);
        if (current === undefined || dropped > 0) return;
        current.content.push(part);
        current.text += part;
      },
      onclosetag: () => {
        if (dropped > 0) {
          dropped -= 1;
          return;
        }
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
