import { describe, expect, it } from 'vitest';
import type { Turn } from '../question.ts';
import { refineByRules } from './refine-by-rules.ts';

const turn = (question: string): Turn => ({ prompt: question, question, wasAnswered: true });
const refine = (before: string, text: string) => refineByRules({ text, language: null }, [turn(before)]);

describe('what is pointed to', () => {
  it.each([
    [
      'Do my options vest after I give notice?',
      'How long do I have to exercise them then?',
      'How long do I have to exercise my options after I give notice?',
    ],
    ['Will I lose my data if I downgrade?', 'Can I get it back?', 'Can I get my data back?'],
    ['Is the new paid leave available to interns?', 'how long is it?', 'How long is the new paid leave?'],
    ['Does the stipend roll over to next year?', 'is it taxable?', 'Is the stipend taxable?'],
  ])('ends before the verb and before a clause: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['Is the stipend taxable?', 'Can I use it for yoga?', 'Can I use the stipend for yoga?'],
    ['Is the kitchen vegan?', 'when does it close?', 'When does the kitchen close?'],
    ['Is Friday a holiday?', 'is it paid?', 'Is Friday paid?'],
    ['Am I eligible for the bonus?', 'when is it paid?', 'When is the bonus paid?'],
  ])('is what a state is asked of: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ["What's the desk setup budget?", 'does it expire?', 'Does the desk setup budget expire?'],
    ['What’s the desk setup budget?', 'does it expire?', 'Does the desk setup budget expire?'],
    ['whats the desk setup budget', 'does it expire', 'Does the desk setup budget expire?'],
    ["who's my manager", 'how do i reach her', 'How do i reach my manager?'],
    ["what're the core hours", 'are they mandatory', 'Are the core hours mandatory?'],
    ["Why can't I log in from abroad?", 'is it blocked?', 'Is logging in from abroad blocked?'],
  ])('is found behind short forms: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['Can contractors join the offsite?', 'is it paid?', 'Is the offsite paid?'],
    ['What happens to my options when I leave?', 'when do they expire?', 'When do my options expire?'],
    ['Which shortcuts work in the editor?', 'can I change them?', 'Can I change shortcuts?'],
    ['How do I add a policy?', 'how many can I add?', 'How many policies can I add?'],
    ['How do I export my data?', 'how long does that take?', 'How long does it take to export my data?'],
    ['How do I change my address?', 'can I do it online?', 'Can I change my address online?'],
    ['Do I have to return my laptop?', 'when do I do that?', 'When do I return my laptop?'],
    ['How do I turn on the audit log?', 'how do I turn that off?', 'How do I turn the audit log off?'],
    ['Who can see my salary?', 'how is it computed?', 'How is my salary computed?'],
    ['Can customers cancel their plan?', 'and downgrade it?', 'Can customers downgrade their plan?'],
    ['How do I cancel my plan?', 'and get a refund?', 'How do I get a refund?'],
    ['Do I have to return my laptop?', 'and wipe it?', 'Do I have to wipe my laptop?'],
  ])('is of the number and kind of the word that points: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['how do i purge a page from fastly', 'who can do that?', 'Who can purge a page from fastly?'],
    ['Can I make my repo private?', 'how do i do that', 'How do i make my repo private?'],
    ['Do I have to return my laptop?', 'can my manager do it?', 'Can my manager return my laptop?'],
    ['Can managers approve expenses?', 'who else can do that?', 'Who else can approve expenses?'],
    ['Who can archive a repository?', 'how do I do that?', 'How do I archive a repository?'],
    ['How do I purge a page?', 'do I need a badge for this?', 'Do I need a badge to purge a page?'],
    ['how do i archive a repository', 'how do i undo that?', 'How do i undo archiving a repository?'],
    ['How do I archive a repository?', 'and undo it', 'How do I undo archiving a repository?'],
    ['How do I archive a repository?', 'can it be undone?', 'Can archiving a repository be undone?'],
    ['How do I change my address?', 'can that be done online?', 'Can changing my address be done online?'],
    ['How do I back up a folder?', 'can I automate it?', 'Can I automate backing up a folder?'],
  ])('is what is done if the verb takes that: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['How do I purge a page?', 'who does that?'],
    ['Where do I submit my timesheet?', 'who does it for contractors?'],
    ['Who can approve a refund?', 'can they undo it?'],
    ['How does the archive work?', 'how do I undo that?'],
    ['Can customers cancel their plan?', 'how do I do that?'],
  ])('is joined if no verb is plain: %s + %s', (before, asked) => {
    expect(refine(before, asked)).toBe(`${before} ${asked}`);
  });

  it.each([
    ['Who can I ask for a badge?', 'what does it cost?', 'What does it cost to ask for a badge?'],
    ['Who can interns ask for a badge?', 'how do I do that?', 'How do I ask for a badge?'],
  ])('is not asked for by who: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['What score do I need to pass the exam?', 'can I change them?'],
    ['Can I take the train?', 'could I get a taxi instead?'],
    ['How many weeks do I get when the baby comes?', 'do I have to come back after that?'],
    ['How long is leave? and part-time?', 'is it paid?'],
    ['What is somebody supposed to do who looks after a guest?', 'who approves it?'],
  ])('is joined if it is not certain: %s + %s', (before, asked) => {
    expect(refine(before, asked)).toBe(`${before} ${asked}`);
  });

  it('ends the question before where it is joined', () => {
    expect(refine('can i take the train', 'could i get a taxi instead')).toBe(
      'can i take the train? could i get a taxi instead',
    );
  });
});
