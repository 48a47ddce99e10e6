import type { ChatOptions, RunningChat } from '@avow/chat';
import { createClient } from '@avow/client';
import { UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { stopAsked } from '../../../cli/stop-asked.ts';
import { serviceOf } from '../../../cli/with-service.ts';
import { createMcpCalls } from '../../mcp/commands/call-mcp.ts';

export interface ChatCommandOptions {
  readonly group?: ReadonlyMap<string, string>;
  readonly pack?: readonly string[];
  readonly host: string;
  readonly port: number;
}

const groupsMax = 64;
const packsMax = 20;

export function addChatOptions(command: Command, port: number): Command {
  return command
    .option(
      '--group <theirs=ours>',
      'a group of the platform, and the group of the content that its members are in; may be repeated',
      readGroup,
    )
    .option('--pack <id>', 'a content pack to answer from; may be repeated; all by default', readPack)
    .option('--host <address>', 'where requests of the platform are accepted', '127.0.0.1')
    .option('--port <number>', 'the port for them; 0 takes a free one', readPort, port);
}

/** Runs until a signal, and then finishes what is in progress. */
export async function runChat(
  { terminal, isNpmScript, ...context }: CommandContext,
  { group = new Map(), pack = [], host, port }: ChatCommandOptions,
  { name, start }: { readonly name: string; readonly start: (chat: ChatOptions) => Promise<RunningChat> },
): Promise<void> {
  const config = context.config();
  const client = createClient(serviceOf(config));
  // A wrong address or key is reported now, and not to the first person who asks.
  await createMcpCalls(config)('ping');
  const asked = stopAsked(isNpmScript);
  const onFault = (fault: string) => terminal.err(`avow: ${name}: ${fault}\n`);
  const running = await start({ client, contentPackIds: pack, groups: group, host, port, onFault });
  terminal.out(
    running.url === null
      ? `Connected to ${name}.`
      : `Ready for ${name} at ${running.url}. Enter its public https address at ${name}.`,
  );
  terminal.out(`Received ${await asked}: finishing questions in progress.`);
  await running.stop();
}

export function need(value: string | null, variable: string, page: 'slack' | 'teams'): string {
  if (value === null)
    throw new UserError(`${variable} is not set. docs/guide/${page}.md says where to find it.`);
  return value;
}

function readGroup(text: string, before: ReadonlyMap<string, string> = new Map()) {
  const [, theirs, ours] = /^@?([^=]{1,200})=([^=]{1,128})$/.exec(text) ?? [];
  if (theirs === undefined || ours === undefined)
    throw new InvalidArgumentError('Expected a group of the platform, "=", and a group of the content.');
  const groups = new Map([...before, [theirs, ours]]);
  if (groups.size > groupsMax) throw new InvalidArgumentError(`At most ${groupsMax} groups.`);
  return groups;
}

function readPack(text: string, before: readonly string[] = []): readonly string[] {
  if (!/^pack_[0-9a-z]{26}$/.test(text))
    throw new InvalidArgumentError('Expected the id of a pack, as "avow packs list" shows it.');
  if (before.length === packsMax) throw new InvalidArgumentError(`At most ${packsMax} packs.`);
  return [...before, text];
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}
