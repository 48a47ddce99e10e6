import { isTerminalEvent, type QueryRequest, type QueryResponse } from '@avow/client';
import { cleanText } from '@avow/text';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { withService } from '../with-service.ts';

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
      const response = await withService(context.config(), (service) => service.executeQuery(body));
      if (options.json) return context.terminal.out(JSON.stringify(response, null, 2));
      context.terminal.out(cleanText([response.answer, '', ...factLines(response)].join('\n')));
    });
}

async function askStreamed(
  { config, terminal }: CommandContext,
  body: QueryRequest,
  asJson: boolean,
): Promise<void> {
  let shown = '';
  await withService(config(), async (service) => {
    for await (const event of service.streamQuery(body)) {
      if (asJson) terminal.out(JSON.stringify({ id: event.id, event: event.type, data: event.data }));
      else if (event.type === 'message.answer.delta') {
        terminal.write(cleanText(event.data.text));
        shown += event.data.text;
      } else if (isTerminalEvent(event)) showEnd(terminal, shown, event.data);
    }
  });
}

/** Replaces the partial text if it is not the final answer. */
function showEnd(terminal: CommandContext['terminal'], shown: string, response: QueryResponse): void {
  const isShown = shown !== '' && shown === response.answer;
  const answer = isShown ? [] : [...(shown === '' ? [] : ['', '']), response.answer];
  terminal.out(cleanText([...answer, ...(isShown ? ['', ''] : ['']), ...factLines(response)].join('\n')));
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
