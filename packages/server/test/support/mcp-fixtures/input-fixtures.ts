import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { textResult } from './content-fixtures.ts';

type Answer = CallToolResult | InputRequiredResult;

/** What a client sent back, by the name under which it was asked. */
type Responses = ServerContext['mcpReq']['inputResponses'];

/** A question to the person at the client. */
export function formOf(message: string, fields: Readonly<Record<string, 'string' | 'boolean'>>) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [
      name,
      type === 'boolean' ? ({ type: 'boolean' } as const) : ({ type: 'string' } as const),
    ]),
  );
  const requestedSchema = { type: 'object' as const, properties, required: Object.keys(fields) };
  return inputRequired.elicit({ message, requestedSchema });
}

/** A question to the model of the client. */
function messageOf(text: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens,
  });
}

const askName = () => formOf('What is your name?', { name: 'string' });
const askConfirmation = () => formOf('Please confirm', { ok: 'boolean' });

/** Tools that need something of the client first. Each round is a request of its own. */
export function addInputFixtures(
  server: McpServer,
  seal: (state: Record<string, unknown>) => Promise<string>,
): void {
  const add = (name: string, work: (context: ServerContext['mcpReq']) => Answer | Promise<Answer>) =>
    server.registerTool(
      name,
      { description: 'Asks something of the client.', inputSchema: z.object({}) },
      (_given, { mcpReq }) => work(mcpReq),
    );

  add('test_input_required_result_elicitation', ({ inputResponses }) => {
    const name = textOf(acceptedContent(inputResponses, 'user_name'), 'name');
    return name === null
      ? inputRequired({ inputRequests: { user_name: askName() } })
      : textResult(`Hello, ${name}!`);
  });
  for (const name of ['test_input_required_result_sampling', 'test_missing_capability'])
    add(name, ({ inputResponses }) => {
      const said = saidOf(inputResponses, 'capital_question');
      const capital_question = messageOf('What is the capital of France?', 100);
      return said === null ? inputRequired({ inputRequests: { capital_question } }) : textResult(said);
    });
  add('test_input_required_result_list_roots', ({ inputResponses }) => {
    const roots = rootsOf(inputResponses);
    return roots === null
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : textResult(JSON.stringify(roots));
  });
  for (const name of [
    'test_input_required_result_request_state',
    'test_input_required_result_tampered_state',
  ])
    add(name, async ({ inputResponses, requestState }) =>
      acceptedContent(inputResponses, 'confirm') !== undefined && requestState() !== undefined
        ? textResult('state-ok')
        : inputRequired({
            inputRequests: { confirm: askConfirmation() },
            requestState: await seal({ name }),
          }),
    );
  add('test_input_required_result_multiple_inputs', async ({ inputResponses }) => {
    const name = textOf(acceptedContent(inputResponses, 'user_name'), 'name');
    const greeting = saidOf(inputResponses, 'greeting');
    const roots = rootsOf(inputResponses);
    if (name !== null && greeting !== null && roots !== null)
      return textResult(`${greeting}, ${name}: ${roots.length}`);
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: messageOf('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await seal({ asked: 'all' }),
    });
  });
  add('test_input_required_result_multi_round', async ({ requestState }) => {
    const { round = 0 } = requestState<{ round: number }>() ?? {};
    const steps = [
      { step1: formOf('Step 1: What is your name?', { name: 'string' }) },
      { step2: formOf('Step 2: What is your favorite color?', { color: 'string' }) },
    ];
    const inputRequests = steps[round] as InputRequests | undefined;
    return inputRequests === undefined
      ? textResult('All steps are done.')
      : inputRequired({ inputRequests, requestState: await seal({ round: round + 1 }) });
  });
  add('test_input_required_result_capabilities', ({ inputResponses, envelope }) => {
    const stated = envelope as Readonly<Record<string, object | undefined>> | undefined;
    const declared = stated?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    const inputRequests: InputRequests = {
      ...('elicitation' in declared ? { user_name: askName() } : {}),
      ...('sampling' in declared ? { greeting: messageOf('Generate a greeting', 50) } : {}),
    };
    return inputResponses !== undefined || Object.keys(inputRequests).length === 0
      ? textResult('Nothing else is needed.')
      : inputRequired({ inputRequests });
  });
}

function textOf(from: unknown, name: string): string | null {
  const value = (from as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

function saidOf(responses: Responses, name: string): string | null {
  return textOf((responses?.[name] as { readonly content?: unknown } | undefined)?.content, 'text');
}

function rootsOf(responses: Responses): readonly unknown[] | null {
  const { roots } = (responses?.['client_roots'] ?? {}) as { readonly roots?: unknown };
  return Array.isArray(roots) ? roots : null;
}
