import type { Message } from '@avow/contract/query';
import { Link } from '@tanstack/react-router';
import { askTexts } from '../../texts/ask.ts';
import { askedHere } from './asked.ts';
import { choicesOf } from './choices-of.ts';

interface Props {
  readonly message: Message;
  /** Empty: it is not known here. */
  readonly question: string;
}

/** What the service asks back, with an answer to each choice that it offers. */
export function AskedBack({ message, question }: Props) {
  const { clarifying_question: asked } = message.agent_context;
  if (asked === null) return null;
  // A conversation is continued by those who began it; others ask the whole question again.
  const isOwn = askedHere(message.message_id) !== null;
  const inThread = isOwn ? { thread: message.thread_id } : {};
  const promptOf = (choice: string) => (isOwn || question === '' ? choice : `${choice}: ${question}`);
  return (
    <div className="stack tight">
      <p>{asked}</p>
      <p className="small quiet">{askTexts.choices}</p>
      <div className="row wrap">
        {choicesOf(asked).map((choice) => (
          <Link key={choice} className="button" to="/ask" search={{ q: promptOf(choice), ...inThread }}>
            {choice}
          </Link>
        ))}
        <Link className="button plain" to="/ask" search={inThread}>
          {askTexts.neither}
        </Link>
      </div>
    </div>
  );
}
