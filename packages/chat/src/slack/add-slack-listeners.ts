import type { App } from '@slack/bolt';
import { cacheFor } from '../cache-for.ts';
import { chatTexts } from '../chat-texts.ts';
import type { ChatReply } from '../compose-reply.ts';
import type { AnswerRating, Assistant } from '../create-assistant.ts';
import { explainError, messageOf } from '../explain-error.ts';
import { drawSlackReply, rateActions } from './draw-slack-reply.ts';
import { readSlackText } from './read-slack-text.ts';

const keptMs = 5 * 60_000;

/** Finds the groups that people may speak for, from the user groups of the workspace. */
function createSlackGroups(
  { client }: Pick<App, 'client'>,
  groups: ReadonlyMap<string, string>,
): (userId: string) => Promise<readonly string[]> {
  const readMembers = cacheFor(keptMs, async () => {
    const { usergroups = [] } = await client.usergroups.list({ include_users: true });
    const members = new Map<string, string[]>();
    for (const { id = '', handle = '', users = [] } of usergroups) {
      // The id does not change if somebody renames the group.
      const group = groups.get(id) ?? groups.get(handle);
      if (group === undefined) continue;
      for (const user of users) members.set(user, [...(members.get(user) ?? []), group]);
    }
    return members;
  });
  return async (userId) =>
    groups.size === 0 ? [] : [...new Set((await readMembers()).get(userId) ?? [])].sort();
}

interface SlackDependencies {
  readonly assistant: Assistant;
  readonly groups: ReadonlyMap<string, string>;
  readonly onFault: (fault: string) => void;
}

/** What is used of a message, whether it came as a mention or directly. */
interface Asked {
  readonly channel: string;
  readonly user: string;
  readonly text: string;
  readonly ts: string;
  readonly threadTs: string;
  readonly isDirect: boolean;
  /** The workspace that the person belongs to. */
  readonly team: string | undefined;
}

interface Workspace {
  readonly teamId: string;
  readonly enterpriseId: string | undefined;
  readonly botUserId: string | undefined;
}

export function addSlackListeners(app: App, { assistant, groups, onFault }: SlackDependencies): void {
  const groupsOf = createSlackGroups(app, groups);

  /** Answers in a channel can be read by everyone in it, so groups count in direct messages only. */
  async function findGroups({ user, isDirect }: Asked) {
    if (groups.size === 0) return { groups: [], notes: [] };
    if (!isDirect) return { groups: [], notes: [chatTexts.restrictedElsewhere] };
    try {
      return { groups: await groupsOf(user), notes: [] };
    } catch (error) {
      onFault(`the user groups could not be read: ${messageOf(error)}`);
      return { groups: [], notes: [chatTexts.groupsUnknown] };
    }
  }

  async function isMember({ user, team }: Asked, { teamId, enterpriseId }: Workspace): Promise<boolean> {
    if (team === undefined || team === teamId) return true;
    if (enterpriseId === undefined) return false;
    const { user: found } = await app.client.users.info({ user });
    return found?.enterprise_user?.enterprise_id === enterpriseId;
  }

  async function answer(asked: Asked, workspace: Workspace): Promise<void> {
    const { channel, threadTs, user } = asked;
    const post = async (reply: ChatReply) => {
      const shown = drawSlackReply(reply);
      await app.client.chat.postMessage({
        ...{ channel, thread_ts: threadTs, ...shown },
        ...{ unfurl_links: false, unfurl_media: false },
      });
    };
    const isKnown = await isMember(asked, workspace).catch((error: unknown) => {
      onFault(`the workspace of a person could not be read: ${messageOf(error)}`);
      return false;
    });
    if (!isKnown) {
      const shown = { channel, user, thread_ts: threadTs, text: chatTexts.external };
      await app.client.chat.postEphemeral(shown).catch((error) => onFault(messageOf(error)));
      return;
    }
    await assistant.answer(
      {
        ...(await findGroups(asked)),
        text: readSlackText(asked.text, workspace.botUserId),
        person: personOf(workspace.teamId, user),
        place: `${channel}/${threadTs}`,
        isThread: true,
        isShared: !asked.isDirect,
        // A mention may be delivered as two events, each of them several times. The time of a message is unique.
        deliveryId: `${workspace.teamId}/${channel}/${asked.ts}`,
      },
      post,
    );
  }

  app.event('app_mention', async ({ event, body, context }) => {
    const { channel, user, text, ts, thread_ts: threadTs = ts } = event;
    // Programs may mention us, but nobody wants two of them to talk.
    if (user === undefined || event.bot_id !== undefined) return;
    const team = readTeam(event);
    await answer(
      { channel, user, text, ts, threadTs, isDirect: false, team },
      workspaceOf(body.team_id, context),
    );
  });

  app.event('message', async ({ event, body, context }) => {
    if (event.channel_type !== 'im' || !('text' in event) || !('user' in event)) return;
    // Edits, deletions and messages of programs have a subtype; files may come with a question.
    if ((event.subtype !== undefined && event.subtype !== 'file_share') || 'bot_id' in event) return;
    const { channel, user, text = '', ts } = event;
    const threadTs = event.thread_ts ?? ts;
    await answer(
      { channel, user, text, ts, threadTs, isDirect: true, team: readTeam(event) },
      workspaceOf(body.team_id, context),
    );
  });

  for (const verdict of ['right', 'wrong'] as const) addRating(app, assistant, { verdict, onFault });
  app.error(async (error) => onFault(explainError(error).fault ?? messageOf(error)));
}

function addRating(
  app: App,
  assistant: Assistant,
  { verdict, onFault }: { readonly verdict: AnswerRating; readonly onFault: (fault: string) => void },
): void {
  app.action(rateActions[verdict], async ({ ack, action, body, respond }) => {
    await ack();
    const teamId = body.team?.id ?? body.user.team_id;
    if (action.type !== 'button' || action.value === undefined || teamId === undefined) return;
    const said = await assistant.rate(action.value, verdict, personOf(teamId, body.user.id));
    await respond({ text: said, response_type: 'ephemeral', replace_original: false }).catch(
      (error: unknown) => onFault(`a reply could not be posted: ${messageOf(error)}`),
    );
  });
}

const personOf = (teamId: string, userId: string) => `slack:${teamId}:${userId}`;

function workspaceOf(
  teamId: string,
  context: { readonly enterpriseId?: string; readonly botUserId?: string },
): Workspace {
  return { teamId, enterpriseId: context.enterpriseId, botUserId: context.botUserId };
}

function readTeam(event: object): string | undefined {
  const { user_team: userTeam, team } = event as { user_team?: unknown; team?: unknown };
  const found = userTeam ?? team;
  return typeof found === 'string' ? found : undefined;
}
