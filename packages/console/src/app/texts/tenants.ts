export const tenantTexts = {
  create: 'Create a tenant',
  name: 'Name',
  nameHint: 'Lower-case letters, digits, hyphens and low lines. It cannot be changed.',
  ownerName: 'Name of the owner',
  ownerEmail: 'E-mail address of the owner',
  ownerHint: 'The owner gets a one-time link. Empty: nobody can sign in to the tenant yet.',
  status: 'Status',
  statuses: { active: 'Active', suspended: 'Suspended' } as Record<string, string>,
  created: 'Created',
  actions: 'Actions',
  suspend: 'Suspend',
  resume: 'Resume',
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendHint:
    'All requests of the tenant are refused until it is resumed. Its content and its records stay.',
  suspended: (name: string) => `${name} is suspended.`,
  resumed: (name: string) => `${name} is active again.`,
};
