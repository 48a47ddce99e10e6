export type { ChatOptions, RunningChat } from './running-chat.ts';
export { type SlackOptions, startSlack } from './slack/start-slack.ts';
export { startTeams, type TeamsOptions } from './teams/start-teams.ts';
