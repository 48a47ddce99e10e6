import type { App } from '@microsoft/teams.apps';
import { chatTexts } from '../chat-texts.ts';
import type { Assistant } from '../create-assistant.ts';
import { messageOf } from '../explain-error.ts';
import { drawTeamsReply, rateVerbs } from './draw-teams-reply.ts';
import { createTeamsGroups } from './teams-groups.ts';

interface TeamsDependencies {
  readonly assistant: Assistant;
  readonly tenantId: string;
  readonly groups: ReadonlyMap<string, string>;
  readonly onFault: (fault: string) => void;
}

interface Sender {
  readonly id: string;
  readonly aadObjectId?: string;
}

/** Returns what waits until everything that was asked is answered. */
export function addTeamsListeners(
  app: App,
  { assistant, tenantId, groups, onFault }: TeamsDependencies,
): () => Promise<void> {
  const groupsOf = createTeamsGroups(app, groups);
  const running = new Set<Promise<void>>();

  /** Answers in a channel or a group chat can be read by others, so groups count in personal chats only. */
  async function findGroups({ aadObjectId }: Sender, isPersonal: boolean) {
    if (groups.size === 0) return { groups: [], notes: [] };
    if (!isPersonal) return { groups: [], notes: [chatTexts.restrictedElsewhere] };
    try {
      if (aadObjectId === undefined) throw new Error('the message names no person of the directory');
      return { groups: await groupsOf(aadObjectId), notes: [] };
    } catch (error) {
      onFault(`the groups of a person could not be read: ${messageOf(error)}`);
      return { groups: [], notes: [chatTexts.groupsUnknown] };
    }
  }

  app.on('message', ({ activity, send }) => {
    const { conversation, from, id, channelData } = activity;
    const foundTenant = conversation.tenantId ?? channelData?.tenant?.id;
    const isPersonal = conversation.conversationType === 'personal';
    const answer = async () => {
      const post = async (body: Parameters<typeof send>[0]) => void (await send(body));
      if (foundTenant !== tenantId) return await post({ type: 'message', text: chatTexts.external });
      await post({ type: 'typing' }).catch(() => undefined);
      await assistant.answer(
        {
          ...(await findGroups(from, isPersonal)),
          text: (activity.text ?? '').trim(),
          person: personOf(from),
          place: conversation.id,
          // The conversation of a channel is one of its threads.
          isThread: conversation.conversationType === 'channel',
          isShared: !isPersonal,
          deliveryId: `${conversation.id}/${id}`,
        },
        (reply) =>
          post({
            type: 'message',
            attachments: [
              { contentType: 'application/vnd.microsoft.card.adaptive', content: drawTeamsReply(reply) },
            ],
          } as Parameters<typeof send>[0]),
      );
    };
    // Teams delivers a message again if it is not acknowledged within seconds, and an answer may take longer.
    const work = answer().catch((error: unknown) =>
      onFault(`a reply could not be posted: ${messageOf(error)}`),
    );
    running.add(work);
    void work.finally(() => running.delete(work));
  });

  app.on('card.action', async ({ activity }) => {
    const { verb, data } = activity.value.action;
    const verdict = (['right', 'wrong'] as const).find((known) => rateVerbs[known] === verb);
    const messageId: unknown = data?.['message_id'];
    const isRating = verdict !== undefined && typeof messageId === 'string';
    const value = isRating
      ? await assistant.rate(messageId, verdict, personOf(activity.from))
      : chatTexts.notRated;
    return { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value };
  });

  return async () => void (await Promise.allSettled(running));
}

const personOf = ({ id, aadObjectId }: Sender) => `msteams:${aadObjectId ?? id}`;
