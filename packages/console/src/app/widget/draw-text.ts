import { type Drawn, drawMarkdown } from '../design/markdown-drawing.ts';
import { element } from './elements.ts';
import { widgetTexts } from './widget-texts.ts';

/** A Markdown text, drawn as the console draws it: as elements, never as HTML. */
export function drawText(text: string): Node[] {
  return drawMarkdown(text).map(toNode);
}

function toNode(drawn: Drawn): Node {
  if (typeof drawn === 'string') return document.createTextNode(drawn);
  const { tag, className, children } = drawn;
  const scrolls = { role: 'region', tabindex: '0', 'aria-label': widgetTexts.table };
  const attributes = {
    ...(className === undefined ? {} : { class: className }),
    ...(className === 'table-frame' ? scrolls : {}),
  };
  return element(tag, attributes, ...children.map(toNode));
}
