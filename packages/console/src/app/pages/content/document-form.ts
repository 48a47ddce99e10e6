import type { DocumentEntry } from '@avow/contract/content';
import { contentTexts } from '../../texts/content.ts';

/** A document as it is typed. */
export interface DocumentForm {
  readonly title: string;
  readonly url: string;
  readonly groups: string;
  readonly text: string;
}

/** What the fields are called. */
export const documentFieldNames: Readonly<Record<keyof DocumentForm, string>> = {
  title: contentTexts.title,
  url: contentTexts.url,
  groups: contentTexts.groups,
  text: contentTexts.text,
};

export function toDocumentForm(document: DocumentEntry): DocumentForm {
  return {
    title: document.title,
    url: document.url ?? '',
    groups: document.groups.join(', '),
    text: document.text,
  };
}
