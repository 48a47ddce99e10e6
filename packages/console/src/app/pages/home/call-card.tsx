import { ownServiceUrl } from '../../api/base-path.ts';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { homeTexts } from '../../texts/home.ts';
import { texts } from '../../texts.ts';
import { useSampleQuestions } from '../ask/sample-questions.tsx';

const days = 90;

/** A request to copy and, for people who may create keys, a key to send it with. */
export function CallCard() {
  const create = useChange('createApiKey');
  const key = create.data?.key;
  const [sample = homeTexts.callSample] = useSampleQuestions();
  // In single quotes of a shell, which an apostrophe would end.
  const body = JSON.stringify({ prompt: sample }).replaceAll("'", "'\\''");
  const request = `${key === undefined ? '' : `export AVOW_API_KEY=${key}\n`}curl -s ${ownServiceUrl()}/v1/query \\
  -H "Authorization: Bearer $AVOW_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
  const createKey = () =>
    create.mutate({
      body: { name: homeTexts.keyName, scopes: ['query:write', 'messages:read'], expires_in_days: days },
    });
  return (
    <Card title={homeTexts.call} actions={<CopyButton text={request} label={texts.actions.copy} />}>
      <div className="stack">
        <p className="quiet">{homeTexts.callHint}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to scroll it. */}
        <pre className="code" tabIndex={0}>
          {request}
        </pre>
        {key === undefined ? null : <Notice tone="info">{homeTexts.keyShown}</Notice>}
        <FormFault error={create.error} />
        <div>
          <Button onPress={createKey} isBusy={create.isPending} isDisabled={key !== undefined}>
            {homeTexts.createKey}
          </Button>
        </div>
      </div>
    </Card>
  );
}
