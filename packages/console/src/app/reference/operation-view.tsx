import { Badge, type Tone } from '../design/surface.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import { Code } from './code.tsx';
import {
  type MediaNode,
  type ParameterNode,
  problemCodesOf,
  type Reference,
  type ReferenceOperation,
  type ResponseNode,
} from './openapi.ts';
import { Inline, Prose } from './prose.tsx';
import { mediaExample } from './request.ts';
import { RequestPanel } from './request-panel.tsx';
import { FieldRow, SchemaView, TypeName } from './schema-view.tsx';
import type { TryIdentity } from './try-identity.ts';

const methodTones: Readonly<Record<string, Tone>> = {
  GET: 'info',
  POST: 'good',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'bad',
};

export function Method({ method }: { readonly method: string }) {
  return (
    <span className="method">
      <Badge tone={methodTones[method] ?? 'quiet'}>{method}</Badge>
    </span>
  );
}

interface Props {
  readonly operation: ReferenceOperation;
  readonly reference: Reference;
  readonly identity: TryIdentity;
}

const places = ['path', 'query', 'header'] as const;

/** One operation: what it does and needs on one side, the request to copy or send on the other. */
export function OperationView({ operation, reference, identity }: Props) {
  const { id, method, path, summary, description, parameters, body, responses } = operation;
  const succeeded = responses.filter(({ status }) => Number(status) < 400);
  const refused = responses.filter(({ status }) => Number(status) >= 400);
  return (
    <article className="operation" aria-labelledby="entry-title">
      <div className="stack wide">
        <header className="stack">
          <h1 id="entry-title">{summary}</h1>
          <div className="row wrap">
            <Method method={method} />
            <code className="operation-path">{path}</code>
          </div>
          <Prose text={description} />
          <p className="row wrap">
            <Needs operation={operation} />
          </p>
        </header>
        {places.map((place) => (
          <Parameters
            key={place}
            title={t.parameters[place]}
            parameters={parameters.filter((each) => each.in === place)}
            reference={reference}
          />
        ))}
        {body === null ? null : (
          <section className="stack">
            <h2>
              {t.body} {body.required === true ? null : <span className="quiet">{t.bodyOptional}</span>}
            </h2>
            {Object.entries(body.content).map(([mediaType, media]) => (
              <MediaView key={mediaType} mediaType={mediaType} media={media} reference={reference} />
            ))}
          </section>
        )}
        <section className="stack">
          <h2>{t.responses}</h2>
          {succeeded.map((response) => (
            <ResponseView key={response.status} response={response} reference={reference} />
          ))}
        </section>
        <ProblemList responses={refused} />
      </div>
      <RequestPanel key={id} operation={operation} reference={reference} identity={identity} />
    </article>
  );
}

function Needs({ operation: { scope, takesSession } }: { readonly operation: ReferenceOperation }) {
  if (scope !== null) return <Badge>{t.needs.scope(scope)}</Badge>;
  return <Badge>{takesSession ? t.needs.session : t.needs.nothing}</Badge>;
}

interface ParametersProps {
  readonly title: string;
  readonly parameters: readonly ParameterNode[];
  readonly reference: Reference;
}

function Parameters({ title, parameters, reference }: ParametersProps) {
  if (parameters.length === 0) return null;
  return (
    <section className="stack">
      <h2>{title}</h2>
      <ul className="fields">
        {parameters.map(({ name, schema = {}, required = false, description }) => (
          <FieldRow
            key={name}
            name={name}
            schema={schema}
            isRequired={required}
            description={description}
            reference={reference}
          />
        ))}
      </ul>
    </section>
  );
}

interface MediaProps {
  readonly mediaType: string;
  readonly media: MediaNode;
  readonly reference: Reference;
}

function MediaView({ mediaType, media, reference }: MediaProps) {
  const { schema } = media;
  const events = Object.entries(schema?.['x-event-data'] ?? {});
  return (
    <div className="stack tight">
      <p className="small quiet">
        <code>{mediaType}</code>{' '}
        {schema === undefined ? null : <TypeName schema={schema} reference={reference} />}
      </p>
      {events.length > 0 ? (
        <ul className="fields">
          {events.map(([name, data]) => (
            <FieldRow key={name} name={name} schema={data} isRequired={false} reference={reference} />
          ))}
        </ul>
      ) : schema === undefined ? null : (
        <SchemaView schema={schema} reference={reference} />
      )}
    </div>
  );
}

interface ResponseProps {
  readonly response: ResponseNode & { readonly status: string };
  readonly reference: Reference;
}

function ResponseView({ response: { status, description = '', content = {} }, reference }: ResponseProps) {
  const media = Object.entries(content);
  const json = content['application/json'];
  return (
    <div className="response stack">
      <div className="row top">
        <Badge tone="good">{status}</Badge>
        <p>
          <Inline text={description} /> {media.length === 0 ? t.noBody : null}
        </p>
      </div>
      {media.map(([mediaType, each]) => (
        <details key={mediaType}>
          <summary>
            <code>{mediaType}</code>
          </summary>
          <div className="nested">
            <MediaView mediaType={mediaType} media={each} reference={reference} />
          </div>
        </details>
      ))}
      {json === undefined || (json.example === undefined && json.examples === undefined) ? null : (
        <details>
          <summary>{t.example}</summary>
          <div className="nested">
            <Code
              code={JSON.stringify(mediaExample(json, reference), null, 2)}
              label={t.response(status)}
              copyLabel={t.result.copy}
            />
          </div>
        </details>
      )}
    </div>
  );
}

function ProblemList({
  responses,
}: {
  readonly responses: readonly (ResponseNode & { readonly status: string })[];
}) {
  if (responses.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t.problemsOf}</h2>
      <ul className="problem-codes">
        {responses.flatMap((response) =>
          problemCodesOf(response).map((code) => (
            <li key={code}>
              <a href={`#problem-${code}`}>
                <span className="quiet nums">{response.status}</span> {code}
              </a>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
