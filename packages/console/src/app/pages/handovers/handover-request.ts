import type { HandoverSettings } from '@avow/contract/visitors';

const trimmed = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());

/** As it is sent: nothing but spaces is nothing. */
export const handoverRequest = ({ chat, link, link_text: linkText }: HandoverSettings): HandoverSettings => ({
  chat,
  link: trimmed(link),
  link_text: trimmed(linkText),
});
