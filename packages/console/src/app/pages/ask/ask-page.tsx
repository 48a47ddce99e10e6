import './ask.css';
import type { QueryRequestInput } from '@avow/contract/query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { type AnswerProgress, followAnswer, noProgress } from '../../api/follow-answer.ts';
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
  const [question, setQuestion] = useState(q);
  const { progress, fault, ask, stop } = useAsking();
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
      {fault?.code === 'interrupted' ? (
        <Notice tone="bad">{askTexts.lost}</Notice>
      ) : (
        <FormFault error={fault} />
      )}
      {progress === null ? <Samples onPick={pick} /> : <LiveAnswer progress={progress} />}
    </PageLayout>
  );
}

function Samples({ onPick }: { readonly onPick: (question: string) => void }) {
  return (
    <Empty title={askTexts.emptyTitle}>
      <p>{askTexts.emptyHint}</p>
      <SampleQuestions onPick={onPick} />
    </Empty>
  );
}

function useAsking() {
  const navigate = useNavigate();
  const [progress, setProgress] = useState<AnswerProgress | null>(null);
  const [fault, setFault] = useState<CallError | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const [ask] = useState(() => (request: QueryRequestInput) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setFault(null);
    setProgress(noProgress);
    followAnswer({ request, onProgress: setProgress, signal: controller.signal }).then(
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
        if (error.code !== 'interrupted') setProgress(null);
      },
    );
  });
  const stop = () => {
    running.current?.abort();
    setProgress(null);
  };
  return { progress, fault, ask, stop };
}
