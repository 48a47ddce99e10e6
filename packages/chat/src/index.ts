/**
 * Answers in Slack and Microsoft Teams, asked for through the client. Each platform has one function that connects and
 * goes on until it is closed; their libraries are loaded only then.
 */

export type { ChatOptions, RunningChat } from './running-chat.ts';
export { type SlackOptions, startSlack } from './slack/start-slack.ts';
export { startTeams, type TeamsOptions } from './teams/start-teams.ts';
