import './ask.css';
import type { QueryRequestInput } from '@avow/contract/query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { type AnswerProgress, followAnswer, noProgress } from '../../api/follow-answer.ts';
import { keepPrompt, keptPrompt } from '../../api/kept-prompt.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Card, Empty, Notice } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { askTexts } from '../../texts/ask.ts';
import { texts } from '../../texts.ts';
import { keepAsked } from './asked.ts';
import { Composer } from './composer.tsx';
import { LiveAnswer } from './live-answer.tsx';
import { SampleQuestions } from './sample-questions.tsx';

/** Asks a question and shows the answer as it comes; once it has ended, its own page takes over. */
export function AskPage() {
  const { q = '', thread } = useSearch({ strict: false });
  const inThread = thread === undefined ? {} : { thread_id: thread };
  const userId = useUserId();
  const [kept] = useState(() => (q === '' ? keptPrompt(userId) : ''));
  const [question, setQuestion] = useState(q === '' ? kept : q);
  const { progress, fault, ask, again, stop } = useAsking(userId);
  const isLeft = kept !== '' && question === kept && progress === null && fault === null;
  const begun = useRef(false);
  useEffect(() => {
    if (q === '' || begun.current) return;
    begun.current = true;
    ask({ prompt: q, channel_type: 'console', ...(thread === undefined ? {} : { thread_id: thread }) });
  }, [q, thread, ask]);
  const pick = (sample: string) => {
    setQuestion(sample);
    ask({ prompt: sample, channel_type: 'console' });
  };
  return (
    <PageLayout title={texts.pages.ask}>
      {thread === undefined ? null : <Notice tone="info">{askTexts.continues}</Notice>}
      <Card>
        <Composer
          question={question}
          onQuestion={setQuestion}
          isAsking={progress !== null && fault === null}
          onAsk={(request) => ask({ ...request, ...inThread })}
          onStop={stop}
        />
      </Card>
      {isLeft ? (
        <Unasked onRetry={() => ask({ prompt: kept, channel_type: 'console', ...inThread })}>
          {askTexts.notAsked}
        </Unasked>
      ) : null}
      {fault === null ? null : <AskFault fault={fault} onRetry={again} />}
      {progress === null ? <Samples onPick={pick} /> : <LiveAnswer progress={progress} />}
    </PageLayout>
  );
}

/** What the service may do when it is asked again. */
const isPassing = ({ status }: CallError) => status === 0 || status === 429 || status >= 500;

function AskFault({ fault, onRetry }: { readonly fault: CallError; readonly onRetry: () => void }) {
  if (fault.code === 'interrupted') return <Notice tone="bad">{askTexts.lost}</Notice>;
  if (!isPassing(fault)) return <FormFault error={fault} />;
  return <Unasked onRetry={onRetry}>{fault.message}</Unasked>;
}

function Unasked({ children, onRetry }: { readonly children: string; readonly onRetry: () => void }) {
  return (
    <Notice tone="bad" actions={<Button onPress={onRetry}>{texts.actions.retry}</Button>}>
      {children}
    </Notice>
  );
}

function useUserId(): string {
  const session = useSession();
  return session.kind === 'in' ? session.me.user.user_id : '';
}

function Samples({ onPick }: { readonly onPick: (question: string) => void }) {
  return (
    <Empty title={askTexts.emptyTitle}>
      <p>{askTexts.emptyHint}</p>
      <SampleQuestions onPick={onPick} />
    </Empty>
  );
}

function useAsking(userId: string) {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<AnswerProgress | null>(null);
  const [fault, setFault] = useState<CallError | null>(null);
  const running = useRef<AbortController | null>(null);
  const last = useRef<QueryRequestInput | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const [ask] = useState(() => (request: QueryRequestInput) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setFault(null);
    setProgress(noProgress);
    last.current = request;
    keepPrompt(userId, request.prompt);
    const onProgress = (next: AnswerProgress) => {
      // From here on it is on record.
      if (next.messageId !== null) keepPrompt(userId, null);
      setProgress(next);
    };
    followAnswer({ request, onProgress, signal: controller.signal }).then(
      (ended) => {
        const { messageId } = ended;
        if (messageId === null || controller.signal.aborted) return;
        keepAsked(messageId, { question: request.prompt, progress: ended });
        void navigate({ to: '/ask/$messageId', params: { messageId } });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof CallError)) throw error;
        setFault(error);
        // What was refused is not waited for. What is on record stays in view as far as it came.
        setProgress((known) => (known?.messageId == null ? null : known));
      },
    );
  });
  const stop = () => {
    running.current?.abort();
    keepPrompt(userId, null);
    setProgress(null);
  };
  const again = () => {
    if (last.current !== null) ask(last.current);
  };
  return { progress, fault, ask, again, stop };
}
