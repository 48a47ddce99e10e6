/**
 * Questions about all sorts of things. Every encoder finds any two questions somewhat alike, since they are questions;
 * the mean of these is what that likeness consists of, and it is taken out before topics are compared.
 */
export const everydayQuestions: readonly string[] = [
  'How tall is the highest mountain in the world?',
  'Who wrote the play about two young lovers from feuding families?',
  'What is the best way to learn the guitar?',
  'Which football team won the cup last year?',
  'Can you recommend a good film for tonight?',
  'How do I get a red wine stain out of a shirt?',
  'What does a software engineer do all day?',
  'How do I write a loop in Python?',
  'Is it going to rain tomorrow?',
  'How long should I boil an egg?',
  'What are the symptoms of the flu?',
  'Where can I see penguins in the wild?',
  'Who is the president of France?',
  'How do I train my dog to sit?',
  'What time does the shop close today?',
  'How do I renew my passport?',
  'My laptop does not turn on any more.',
  'What is the meaning of this word?',
  'How much does it cost to send a parcel?',
  'When did the war end?',
  'How do plants make food from light?',
  'What should I give my mother for her birthday?',
  'How do I plant tomatoes in a small garden?',
  'Tell me a joke.',
];
