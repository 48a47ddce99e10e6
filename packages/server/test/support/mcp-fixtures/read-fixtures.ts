import {
  acceptedContent,
  completable,
  type GetPromptResult,
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { png } from './content-fixtures.ts';
import { formOf } from './input-fixtures.ts';

/** Resources and prompts. */
export function addReadFixtures(server: McpServer): void {
  addResources(server);
  addPrompts(server);
}

function addResources(server: McpServer): void {
  const text = { uri: 'test://static-text', mimeType: 'text/plain' };
  const about = { description: 'Fixed content.', mimeType: text.mimeType };
  server.registerResource('static-text', text.uri, about, () => ({
    contents: [{ ...text, text: 'This is the content of the static text resource.' }],
  }));
  const binary = { uri: 'test://static-binary', mimeType: 'image/png' };
  server.registerResource('static-binary', binary.uri, { ...about, mimeType: binary.mimeType }, () => ({
    contents: [{ ...binary, blob: png }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource('template', template, { ...about, mimeType }, ({ href: uri }, { id }) => ({
    contents: [
      { uri, mimeType, text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) },
    ],
  }));
}

function addPrompts(server: McpServer): void {
  const description = 'Fixed content.';
  server.registerPrompt('test_simple_prompt', { description }, () =>
    asUser({ type: 'text', text: 'This is a simple prompt for testing.' }),
  );
  const cities = ['paris', 'park', 'party'];
  const arg1 = completable(z.string(), (begun) => cities.filter((city) => city.startsWith(begun)));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: z.object({ arg1, arg2: z.string() }) },
    (given) =>
      asUser({ type: 'text', text: `Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'` }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) =>
      asUser(
        {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description }, () =>
    asUser(
      { type: 'image', data: png, mimeType: 'image/png' },
      { type: 'text', text: 'Please analyze the image above.' },
    ),
  );
  server.registerPrompt('test_input_required_result_prompt', { description }, (context: unknown) => {
    const { inputResponses } = (context as ServerContext).mcpReq;
    const given = acceptedContent<{ context: string }>(inputResponses, 'user_context');
    if (given === undefined)
      return inputRequired({
        inputRequests: {
          user_context: formOf('What context should the prompt use?', { context: 'string' }),
        },
      });
    return asUser({ type: 'text', text: given.context });
  });
}

function asUser(...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: 'user', content })) };
}
