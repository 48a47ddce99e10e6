import { optionalText, secretText, webAddress } from './settings.ts';

/** For `avow slack` and `avow teams`. */
export const chatSettings = {
  slackBotToken: secretText({
    variable: 'AVOW_SLACK_BOT_TOKEN',
    meaning: 'For `avow slack`: the bot token of the Slack app (`xoxb-…`).',
  }),
  slackAppToken: secretText({
    variable: 'AVOW_SLACK_APP_TOKEN',
    meaning:
      'For `avow slack`: the app-level token (`xapp-…`). With it, events arrive over a connection that `avow slack` opens to Slack (socket mode).',
  }),
  slackSigningSecret: secretText({
    variable: 'AVOW_SLACK_SIGNING_SECRET',
    meaning:
      'For `avow slack` without an app-level token: the secret by which the requests of Slack are verified.',
  }),
  slackApiUrl: webAddress({
    variable: 'AVOW_SLACK_API_URL',
    meaning: 'For `avow slack`: another address of the Web API, such as that of GovSlack.',
    defaultText: 'https://slack.com/api/',
  }),
  teamsClientId: optionalText({
    variable: 'AVOW_TEAMS_CLIENT_ID',
    meaning: 'For `avow teams`: the application (client) id of the bot.',
  }),
  teamsClientSecret: secretText({
    variable: 'AVOW_TEAMS_CLIENT_SECRET',
    meaning: 'For `avow teams`: a client secret of that application.',
  }),
  teamsTenantId: optionalText({
    variable: 'AVOW_TEAMS_TENANT_ID',
    meaning: 'For `avow teams`: the directory (tenant) id whose people are answered.',
  }),
};
