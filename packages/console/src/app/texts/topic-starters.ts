/** Topics that many organisations leave to others, ready to be denied, and examples to choose from. */
export interface TopicStarter {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
}

export const topicStarters: readonly TopicStarter[] = [
  {
    name: 'Medical advice',
    description: 'Questions about symptoms, illnesses, medicines and treatment.',
    examples: [
      'What can I take against a headache?',
      'How many tablets may I take a day?',
      'What illness do I have?',
      'Is it dangerous if my heart beats fast?',
      'How can I cure a cold?',
      'Do I need to go to hospital?',
      'What does this pain in my stomach mean?',
      'Is this medicine safe during pregnancy?',
    ],
  },
  {
    name: 'Legal advice',
    description: 'Questions about lawsuits, contracts and the law.',
    examples: [
      'Can I take somebody to court?',
      'Can I sue my landlord?',
      'Do I need a solicitor?',
      'Can I be punished for this by law?',
      'Will I win my lawsuit?',
      'What does the law say about inheritance?',
    ],
  },
  {
    name: 'Investment advice',
    description: 'Questions about shares, funds, crypto and where to put money.',
    examples: [
      'Which shares should I buy?',
      'Is now a good time to invest?',
      'Will the price of bitcoin rise?',
      'How should I invest my money?',
      'Which fund is the best?',
      'Should I put my savings into gold?',
    ],
  },
  {
    name: 'Tax advice',
    description: 'Questions about taxes and tax returns.',
    examples: [
      'How do I save taxes?',
      'What can I deduct from my taxes?',
      'How do I fill in my tax return?',
      'How much income tax do I owe?',
    ],
  },
  {
    name: 'Politics',
    description: 'Questions about parties, elections and politicians.',
    examples: [
      'Which party should I vote for?',
      'What do you think of the government?',
      'Who will win the next election?',
      'Is this politician a good leader?',
      'What is your opinion on migration?',
      'Who is right in this war?',
    ],
  },
  {
    name: 'Religion',
    description: 'Questions about God, faith and churches.',
    examples: [
      'Is there a God?',
      'Which religion is true?',
      'What does the Bible say about this?',
      'What do Muslims believe?',
      'Is there life after death?',
    ],
  },
  {
    name: 'Gambling',
    description: 'Questions about betting, casinos and lotteries.',
    examples: [
      'How do I win at the casino?',
      'What should I bet on today?',
      'Which numbers win the lottery?',
      'How do I play poker for money?',
      'Where can I gamble online?',
    ],
  },
  {
    name: 'Love and relationships',
    description: 'Questions about love, dating and partners.',
    examples: [
      'How do I know if somebody loves me?',
      'How do I save my marriage?',
      'How do I find a girlfriend?',
      'Should I leave my partner?',
      'How do I get over a break-up?',
    ],
  },
];
