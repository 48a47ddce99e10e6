const channels: Readonly<Record<string, string>> = {
  api: 'Programs (API)',
  console: 'Console',
  chat: 'Chat',
  slack: 'Slack',
  msteams: 'Microsoft Teams',
  email: 'E-mail',
  voice: 'Voice',
  agent: 'Agents',
  mcp: 'Agents (MCP)',
  batch: 'Batch',
};

/** Where a question came from; applications may name channels of their own. */
export const channelName = (channel: string): string => channels[channel] ?? channel;
