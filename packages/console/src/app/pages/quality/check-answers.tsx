import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { guaranteeTexts } from '../../texts/guarantee.ts';

/** The drawn answers, one after the other, each to be called right or wrong. */
export function CheckAnswers() {
  const drawn = useCall('listDrawnAnswers', { query: { limit: 1 } });
  const check = useChange('checkDrawnAnswer');
  return (
    <Loaded reading={drawn}>
      {({ data: [next], unchecked }) => {
        if (next === undefined) return unchecked === 0 ? null : <p>{guaranteeTexts.leftHidden}</p>;
        const say = (right: boolean) =>
          check.mutate({ params: { message_id: next.message_id }, body: { right } });
        const isBusy = check.isPending || drawn.isFetching;
        return (
          <section className="stack" aria-labelledby="check-answer">
            <h4 id="check-answer">{guaranteeTexts.check}</h4>
            <p className="quiet">{guaranteeTexts.checkHint}</p>
            <p>
              <strong>{next.question}</strong>
            </p>
            <MarkdownText text={next.answer} />
            {next.citations.map(({ document_id: id, start, title, quote }) => (
              <blockquote key={`${id} ${start}`} className="quiet">
                {quote === null ? title : `${title}: “${quote}”`}
              </blockquote>
            ))}
            <div className="row wrap">
              <Button look="primary" onPress={() => say(true)} isBusy={isBusy}>
                {guaranteeTexts.right}
              </Button>
              <Button onPress={() => say(false)} isBusy={isBusy}>
                {guaranteeTexts.wrong}
              </Button>
              <span className="quiet">{guaranteeTexts.left(unchecked)}</span>
            </div>
            <FormFault error={check.error} />
          </section>
        );
      }}
    </Loaded>
  );
}
