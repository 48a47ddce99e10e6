import { isTerminalEvent, type QueryResponse, queryResponseSchema, streamEvents } from '@avow/contract';
import { cleanText } from '@avow/text';
import type { Command } from 'commander';
import { callService, streamService } from '../call-service.ts';
import type { CommandContext } from '../command-context.ts';

export function addAskCommand(program: Command, context: CommandContext): void {
  program
    .command('ask')
    .argument('<question>', 'in quotes')
    .option('--thread <thread-id>', 'continue this thread')
    .option('--stream', 'print the answer while it is written')
    .option('--json', 'print the whole response; with --stream, each event in a line')
    .description('ask a running service (AVOW_URL, AVOW_API_KEY)')
    .action(async (question: string, options: { thread?: string; stream?: true; json?: true }) => {
      const body = {
        prompt: question,
        ...(options.thread === undefined ? {} : { thread_id: options.thread }),
      };
      if (options.stream) return await askStreamed(context, body, options.json === true);
      const response = queryResponseSchema.parse(
        await callService(context.config(), { method: 'POST', path: '/v1/query', body }),
      );
      if (options.json) return context.terminal.out(JSON.stringify(response, null, 2));
      context.terminal.out(cleanText([response.answer, '', ...factLines(response)].join('\n')));
    });
}

async function askStreamed(
  { config, terminal }: CommandContext,
  body: object,
  asJson: boolean,
): Promise<void> {
  let shown = '';
  for await (const { id, type, data } of streamService(config(), body)) {
    const parsed: unknown = JSON.parse(data);
    if (asJson) terminal.out(JSON.stringify({ id: Number(id), event: type, data: parsed }));
    else if (type === 'message.answer.delta') {
      const { text } = streamEvents[type].parse(parsed);
      terminal.write(cleanText(text));
      shown += text;
    } else if (isTerminalEvent(type)) {
      const response = queryResponseSchema.parse(parsed);
      // Replaces the partial text: this is the final answer.
      const isShown = shown !== '' && shown === response.answer;
      const answer = isShown ? [] : [...(shown === '' ? [] : ['', '']), response.answer];
      terminal.out(cleanText([...answer, ...(isShown ? ['', ''] : ['']), ...factLines(response)].join('\n')));
    }
  }
}

function factLines(response: QueryResponse): string[] {
  const { confidence, citations, related, status, message_id, thread_id, agent_context } = response;
  return [
    ...related.flatMap(relatedLines),
    ...citations.map(({ title, source }) => `  from ${source}: ${title}`),
    `${status}, confidence ${confidence.score} (${confidence.band}), next: ${agent_context.suggested_next_action}`,
    `message ${message_id}, thread ${thread_id}`,
  ];
}

function relatedLines({ source, title, headings, quote }: QueryResponse['related'][number]): string[] {
  const page = `  near ${source}: ${headings === '' ? title : headings}`;
  return quote === null ? [page] : [page, `    “${quote.replace(/\s+/g, ' ')}”`];
}
