import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Card } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';
import { homeTexts } from '../../texts/home.ts';
import { SampleQuestions } from '../ask/sample-questions.tsx';

export function AskCard() {
  const navigate = useNavigate();
  const [question, setQuestion] = useState('');
  const ask = (prompt: string) => void navigate({ to: '/ask', search: { q: prompt } });
  return (
    <Card title={homeTexts.ask}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') ask(question.trim());
        }}
      >
        <div className="ask-line">
          <TextField
            label={askTexts.question}
            value={question}
            onChange={setQuestion}
            placeholder={askTexts.placeholder}
          />
          <Button type="submit" look="primary">
            {askTexts.ask}
          </Button>
        </div>
        <SampleQuestions onPick={ask} />
      </form>
    </Card>
  );
}
