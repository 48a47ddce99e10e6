// Runs in the folder where the clients are installed, against the service at AVOW_URL.
import assert from 'node:assert/strict';
import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI from 'openai';

const { AVOW_URL, AVOW_API_KEY: apiKey } = process.env;
const baseURL = `${AVOW_URL}/v1`;
const question = 'When does the office in Rotterdam open?';
const followUp = 'And when does it close?';
const openai = new OpenAI({ baseURL, apiKey, maxRetries: 0 });

async function checkOpenAi() {
  const models = [];
  for await (const model of openai.models.list()) models.push(model.id);
  assert.deepEqual(models, ['avow']);
  assert.equal((await openai.models.retrieve('avow')).id, 'avow');
  const messages = [{ role: 'user', content: question }];
  const completion = await openai.chat.completions.create({ model: 'avow', messages, temperature: 0 });
  const [{ message, finish_reason: reason }] = completion.choices;
  assert.match(message.content, /seven in the morning/);
  assert.equal(reason, 'stop');
  assert.equal(message.annotations[0].type, 'url_citation');
  assert.equal(completion.avow.message_id, completion.id);
  assert.deepEqual(completion.avow.ignored, ['temperature']);

  const runner = openai.chat.completions.stream({
    model: 'avow',
    messages: [...messages, message, { role: 'user', content: followUp }],
    stream_options: { include_usage: true },
  });
  const parts = [];
  runner.on('content', (delta) => parts.push(delta));
  const final = await runner.finalChatCompletion();
  assert.match(final.choices[0].message.content, /eight in the evening/);
  assert.equal(parts.join(''), final.choices[0].message.content);
  assert.equal((await runner.totalUsage()).total_tokens, 0);

  const refusals = [
    [{ tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] }, 422, 'tools'],
    [{ n: 2 }, 422, 'n'],
    [{ model: 'gpt-4o' }, 404, null],
  ];
  for (const [also, status, param] of refusals) {
    const refused = await openai.chat.completions.create({ model: 'avow', messages, ...also }).then(
      () => assert.fail('not refused'),
      (error) => error,
    );
    assert.ok(refused instanceof OpenAI.APIError);
    assert.deepEqual([refused.status, refused.param], [status, param]);
  }
  const stranger = new OpenAI({ baseURL, apiKey: 'sk-nobody', maxRetries: 0 });
  await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);
}

async function checkLangChain() {
  const model = new ChatOpenAI({ model: 'avow', apiKey, configuration: { baseURL }, maxRetries: 0 });
  const answer = await model.invoke(question);
  assert.match(answer.content, /seven in the morning/);
  const conversation = [
    new SystemMessage('Be brief.'),
    new HumanMessage(question),
    new AIMessage(answer.content),
    new HumanMessage(followUp),
  ];
  let streamed = '';
  for await (const part of await model.stream(conversation)) streamed += part.content;
  assert.match(streamed, /eight in the evening/);
}

/** As Open WebUI calls: the list of models, a stream with a system prompt and usage, and tasks such as titles. */
async function checkOpenWebUi() {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const models = await fetch(`${baseURL}/models`, { headers }).then((response) => response.json());
  assert.equal(models.data[0].id, 'avow');
  const post = (body) =>
    fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await post({
    model: 'avow',
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.8,
    messages: [
      { role: 'system', content: 'User Context:\nToday is Tuesday.' },
      { role: 'user', content: [{ type: 'text', text: question }] },
    ],
  });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  assert.equal(lines.at(-1), 'data: [DONE]');
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice('data: '.length)));
  assert.match(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''), /seven in the morning/);
  assert.ok(chunks.some(({ usage }) => usage?.total_tokens === 0));
  const task = `### Task:\nGenerate a concise title.\n### Chat History:\n<chat_history>\n${question}\n</chat_history>`;
  const title = await post({ model: 'avow', stream: false, messages: [{ role: 'user', content: task }] });
  assert.equal(title.status, 422);
  assert.match((await title.json()).error.message, /Titles/);
}

await checkOpenAi();
await checkLangChain();
await checkOpenWebUi();
