/** The pages of the guide in the order in which people need them. Each file of docs/guide is in one group. */
export const guideContents: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Begin', pages: ['getting-started', 'console', 'command-line'] },
  {
    title: 'Ask',
    pages: [
      'asking-questions',
      'streaming',
      'citations',
      'confidence',
      'how-answers-are-found',
      'errors',
      'limits-and-idempotency',
    ],
  },
  {
    title: 'Content',
    pages: [
      'content-packs',
      'sources',
      'content-pack-api',
      'importing-questions',
      'insights',
      'feedback',
      'evaluation',
    ],
  },
  {
    title: 'Control answers',
    pages: ['guardrails', 'guardrail-model', 'review', 'handover', 'language-models'],
  },
  {
    title: 'Where people ask',
    pages: [
      'widget',
      'slack',
      'teams',
      'typescript-client',
      'python-client',
      'chat-completions',
      'mcp',
      'webhooks',
    ],
  },
  {
    title: 'Account for answers',
    pages: [
      'audit-records',
      'auditing',
      'receipts',
      'evidence',
      'replay',
      'erasure-and-retention',
      'privacy-and-security',
    ],
  },
  {
    title: 'Run the service',
    pages: [
      'operations',
      'security-events',
      'deployment',
      'configuration',
      'keys-and-tenants',
      'people-and-sign-in',
      'backup-and-restore',
      'several-nodes',
    ],
  },
];
