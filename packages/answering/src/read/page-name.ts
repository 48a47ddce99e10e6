import { headingSeparator } from '@avow/documents';
import { shorten } from '@avow/text';

const codePointsMax = 200;

/** A place as people are shown it: the title and the headings, of which the first is often the title. */
export function pageName({ title, headings }: { readonly title: string; readonly headings: string }): string {
  const path = headings.split(headingSeparator).filter((heading) => heading !== '');
  const whole = path[0] === title ? path : [title, ...path];
  return `“${shorten(whole.filter((part) => part !== '').join(headingSeparator), codePointsMax)}”`;
}
