import type { QueryResponse } from '@avow/contract/query';
import { AppError } from '@avow/foundation';
import { indexCodePoints } from '@avow/text/sentences';

/**
 * The response with the words of a reviewer in place of the proposed answer. A citation stays if the part of the answer that it
 * supports does, word for word; what a person wrote rests on nothing that is quoted.
 */
export function editResponse(response: QueryResponse, answer: string): QueryResponse {
  if (response.agent_context.answer_format === 'json') throw notEditable();
  const [before, after] = [indexCodePoints(response.answer), indexCodePoints(answer)];
  const citations = response.citations.flatMap((citation) => {
    const { answer_start: start, answer_end: end } = citation;
    const part = response.answer.slice(before.toUtf16(start), before.toUtf16(end));
    const at = part === '' ? -1 : answer.indexOf(part);
    if (at === -1) return [];
    return [
      {
        ...citation,
        answer_start: after.toCodePoint(at),
        answer_end: after.toCodePoint(at + part.length),
      },
    ];
  });
  return {
    ...response,
    answer,
    citations,
    agent_context: { ...response.agent_context, knowledge_grounded: false },
  };
}

function notEditable(): AppError {
  const message = 'An answer in JSON cannot be edited: deliver or block it';
  return new AppError('validation_failed', {
    detail: 'No decision was made.',
    errors: [{ pointer: '/answer', code: 'invalid_value', message }],
  });
}
