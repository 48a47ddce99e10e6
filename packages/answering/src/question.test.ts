import { describe, expect, it } from 'vitest';
import { joinQuestionAndPrompt } from './question.ts';

describe('joinQuestionAndPrompt', () => {
  it('has both texts, once if they are the same', () => {
    expect(joinQuestionAndPrompt({ text: 'Who?' }, 'Who?')).toBe('Who?');
    expect(joinQuestionAndPrompt({ text: 'Who is that?' }, 'and that?')).toBe('Who is that?\nand that?');
  });

  it('has of a prompt with hidden values its placeholders alone, so that none is used again', () => {
    const hidden = { text: 'Who is the contact? [PATTERN_1]', isHidden: true } as const;
    expect(joinQuestionAndPrompt(hidden, 'Who is the contact? Ref: [EMAIL_1]')).toBe(
      'Who is the contact? [PATTERN_1]\n[EMAIL_1]',
    );
    expect(joinQuestionAndPrompt(hidden, 'Who is the contact? Ref: 7')).toBe(hidden.text);
  });
});
