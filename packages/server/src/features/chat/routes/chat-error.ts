import type { ProblemDocument } from '@avow/contract';
import type { ChatError } from '@avow/contract/chat';
import { problems } from '@avow/contract/values';
import type { AppError } from '@avow/foundation';

/** A problem as clients of the chat completions API expect it. */
export function toChatError({ options, code }: AppError, requestId: string): ChatError {
  const { meaning, status } = problems[code];
  const { detail = meaning, errors = [], messageId } = options;
  const [first] = errors;
  const said = errors.map(({ pointer, message }) => `${paramOf(pointer)}: ${message}.`);
  return {
    error: {
      message: code === 'internal' ? meaning : [detail, ...said].join(' '),
      type: typeOf(status, code),
      param: first === undefined ? null : paramOf(first.pointer),
      code,
      request_id: requestId as ProblemDocument['request_id'],
      ...(messageId === undefined
        ? {}
        : { message_id: messageId as NonNullable<ProblemDocument['message_id']> }),
    },
  };
}

/** `/messages/0/content` is `messages.0.content` to these clients. */
const paramOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.');

function typeOf(status: number, code: AppError['code']): string {
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (code === 'quota_exceeded') return 'insufficient_quota';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
