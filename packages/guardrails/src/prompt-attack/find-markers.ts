import type { AttackKind } from './attack-kinds.ts';

/** A sign rather than a word: the marks that chat models are fed with, addresses that carry data away. */
interface Mark {
  readonly name: string;
  readonly kind: AttackKind;
  readonly score: number;
}

/** Marks of the turns of a conversation. No question needs them, but for one about them. */
const chatMarkers = [
  '<|im_start|>',
  '<|im_end|>',
  '<|system|>',
  '<|user|>',
  '<|assistant|>',
  '<|endoftext|>',
  '<|start_header_id|>',
  '<|eot_id|>',
  '<|begin_of_text|>',
  '<start_of_turn>',
  '<end_of_turn>',
  '[inst]',
  '[/inst]',
  '<<sys>>',
  '<</sys>>',
  '[system_prompt]',
  '<|channel|>',
  '<|message|>',
  '<system>',
  '</system>',
  '<system_prompt>',
  '</system_prompt>',
  '<|end|>',
];

const roleHeading =
  /(?:^|\n)\s{0,3}(?:#{1,6}\s?|\[|\(|={2,6}\s?|-{2,6}\s?|\*{1,2})(?:system|developer|admin|new system|system prompt|system message|new instructions?|instructions?|assistant)(?:\]|\)|:|\s?={2,6}|\s?-{2,6}|\*{1,2}:?)/;
const jsonRole = /["']role["']\s{0,3}:\s{0,3}["'](?:system|developer)["']/;

const imageWithData =
  /!\[[^\]\n]{0,100}\]\(\s?https?:\/\/[^)\s]{1,200}[?=/&][^)\s]{0,100}(?:[{[<$]|%7b|%5b|%3c)/;
const dataWord =
  /conversation|prompt|history|secret|summary|message|password|api.?key|token|data|user|base64/;

/** What to look for by itself, as the pattern that a text must match. */
export function findMarkers(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  if (/[<[]/.test(text)) {
    const found = chatMarkers.filter((mark) => text.includes(mark));
    if (found.length > 0) {
      marks.push({ name: 'turn marks', kind: 'fake_message', score: found.length > 1 ? 0.7 : 0.6 });
    }
  }
  if (roleHeading.test(text)) marks.push({ name: 'role heading', kind: 'fake_message', score: 0.5 });
  if (jsonRole.test(text)) marks.push({ name: 'role field', kind: 'fake_message', score: 0.5 });
  const image = text.includes('![') ? imageWithData.exec(text) : null;
  if (image !== null) {
    const score = dataWord.test(text.slice(image.index, image.index + image[0].length + 100)) ? 0.7 : 0.5;
    marks.push({ name: 'image with data', kind: 'exfiltration', score });
  }
  return marks;
}
