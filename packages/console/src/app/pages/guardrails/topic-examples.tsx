import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/surface.tsx';
import { formTexts } from '../../texts/checks.ts';
import type { TopicStarter } from '../../texts/topic-starters.ts';
import { LinesSetting } from './lines-setting.tsx';
import { chooseAsked, proposeExamples } from './propose-examples.ts';

interface Props {
  readonly topic: TopicStarter;
  readonly onChange: (examples: readonly string[]) => void;
}

const examplesWanted = 3;
const lastMessages = 100;

/** The questions of a topic, with some to choose from: without any, little is found. */
export function TopicExamples({ topic, onChange }: Props) {
  const may = useMay();
  const [added, setAdded] = useState(0);
  const { name, description, examples } = topic;
  const asked = useMutation<readonly string[], CallError>({
    mutationFn: async () => {
      const body = { policy: { guardrails: [checkFor(topic)] }, messages: { last: lastMessages } };
      return chooseAsked(await call('testGuardrails', { body }));
    },
  });
  const add = (question: string) => {
    setAdded(added + 1);
    onChange([...examples, question]);
  };
  const isDescribed = name.trim() !== '' && description.trim() !== '';
  const found = (asked.data ?? []).filter((question) => !examples.includes(question));
  const ready = proposeExamples(topic);
  return (
    <div className="stack">
      {/* Its lines are its own while they are typed, so one that was added from below is drawn anew. */}
      <LinesSetting
        key={added}
        label={formTexts.topicExamples}
        hint={formTexts.topicExamplesHint}
        value={examples}
        onChange={onChange}
      />
      {examples.length < examplesWanted ? (
        <Notice tone="warn">{formTexts.fewExamples(examples.length)}</Notice>
      ) : null}
      {ready.length === 0 ? null : (
        <Proposals title={formTexts.proposedExamples} questions={ready} onAdd={add} />
      )}
      {may('audit:read') && isDescribed ? (
        <div className="row wrap">
          <Button look="small" onPress={() => asked.mutate()} isBusy={asked.isPending}>
            {formTexts.findAsked}
          </Button>
          <span className="small quiet">{formTexts.findAskedHint}</span>
        </div>
      ) : null}
      {asked.error === null ? null : <Notice tone="bad">{describeFault(asked.error)}</Notice>}
      {asked.data === undefined ? null : found.length === 0 ? (
        <p className="small quiet" role="status">
          {formTexts.noneAsked}
        </p>
      ) : (
        <Proposals title={formTexts.closestAsked} questions={found} onAdd={add} />
      )}
    </div>
  );
}

/** What is wrong with the topic, or why it could not be tried. */
const describeFault = ({ errors, message }: CallError) =>
  errors.length === 0 ? message : errors.map((each) => `${each.message}.`).join(' ');

/** Only this topic, which says of each question how near it is. */
function checkFor({ name, description, examples }: TopicStarter) {
  const settings = { denied: [{ name, description, examples }] };
  return { name, check: 'topic', stage: 'input', action: 'flag', settings };
}

interface ProposalProps {
  readonly title: string;
  readonly questions: readonly string[];
  readonly onAdd: (question: string) => void;
}

function Proposals({ title, questions, onAdd }: ProposalProps) {
  return (
    <div className="stack tight">
      <p className="small quiet">{title}</p>
      <ul className="row wrap">
        {questions.map((question) => (
          <li key={question}>
            <Button look="small" aria-label={formTexts.addProposed(question)} onPress={() => onAdd(question)}>
              <Icon name="plus" /> {question}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
