import { useId, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { formTexts } from '../../texts/checks.ts';
import { type TopicStarter, topicStarters } from '../../texts/topic-starters.ts';
import { emptyTopic } from './new-guardrail.ts';
import { TopicExamples } from './topic-examples.tsx';

interface Props {
  /** Whether topics that many deny are offered. */
  readonly hasStarters: boolean;
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: readonly TopicStarter[];
  readonly onChange: (value: readonly TopicStarter[]) => void;
}

/** Topics in plain fields. */
export function TopicSetting({ label, hint, value, onChange, hasStarters }: Props) {
  const id = useId();
  // What was chosen is drawn anew: its fields keep what is typed to themselves.
  const [chosen, setChosen] = useState(0);
  const replace = (place: number, topic: TopicStarter) =>
    onChange(value.map((each, at) => (at === place ? topic : each)));
  return (
    <section className="stack" aria-labelledby={id}>
      <div>
        <h3 id={id}>{label}</h3>
        <p className="small quiet">{hint}</p>
      </div>
      {value.length === 0 ? <p className="small quiet">{formTexts.noTopics}</p> : null}
      {value.map((topic, place) => (
        // Topics have no ids, and are only added at the end: what is typed stays where it is.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <fieldset key={`${chosen} ${value.length} ${place}`} className="part stack">
          <legend className="strong">{topic.name === '' ? formTexts.topic(place + 1) : topic.name}</legend>
          <TopicFields topic={topic} onChange={(next) => replace(place, next)} />
          <div>
            <Button look="small" onPress={() => onChange(value.filter((_, at) => at !== place))}>
              {formTexts.removeTopic(topic.name === '' ? formTexts.topic(place + 1) : topic.name)}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button look="small" onPress={() => onChange([...value, emptyTopic])}>
          {formTexts.addTopic(label)}
        </Button>
      </div>
      {hasStarters ? (
        <div className="stack tight">
          <p className="small quiet">{formTexts.readyTopics}</p>
          <div className="row wrap">
            {topicStarters
              .filter(({ name }) => !value.some((topic) => topic.name === name))
              .map((starter) => (
                <Button
                  key={starter.name}
                  look="small"
                  onPress={() => {
                    setChosen(chosen + 1);
                    onChange([...value.filter((topic) => !isEmpty(topic)), starter]);
                  }}
                >
                  {starter.name}
                </Button>
              ))}
          </div>
        </div>
      ) : null}
    </section>
  );
}

function TopicFields({
  topic,
  onChange,
}: {
  readonly topic: TopicStarter;
  readonly onChange: (topic: TopicStarter) => void;
}) {
  return (
    <>
      <TextField
        label={formTexts.topicName}
        value={topic.name}
        onChange={(name) => onChange({ ...topic, name })}
        isRequired
      />
      <TextField
        label={formTexts.topicDescription}
        hint={formTexts.topicDescriptionHint}
        rows={2}
        value={topic.description}
        onChange={(description) => onChange({ ...topic, description })}
        isRequired
      />
      <TopicExamples topic={topic} onChange={(examples) => onChange({ ...topic, examples })} />
    </>
  );
}

const isEmpty = ({ name, description, examples }: TopicStarter) =>
  name === '' && description === '' && examples.length === 0;

/** What a policy has in this place, as far as it is a topic. */
export function readTopics(value: unknown): TopicStarter[] {
  if (!Array.isArray(value)) return [];
  return value.map((each: Partial<TopicStarter>) => ({
    name: each.name ?? '',
    description: each.description ?? '',
    examples: each.examples ?? [],
  }));
}
