import { basePath } from '../api/base-path.ts';
import { Badge, Card } from '../design/surface.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import { Code } from './code.tsx';
import type { Reference } from './openapi.ts';
import { Method } from './operation-view.tsx';
import { Inline, Prose } from './prose.tsx';
import { titled } from './reference-navigation.tsx';
import { draftRequest, sampleOf } from './request.ts';
import { SchemaView } from './schema-view.tsx';
import { writeSnippet } from './snippets.ts';

const documentPath = `${basePath}/openapi.json`;

type Group = Reference['groups'][number];

/** What applies to every operation, and where each group begins. */
export function Overview({ reference }: { readonly reference: Reference }) {
  const first = reference.groups[0]?.operations[0];
  return (
    <div className="stack wide">
      <header className="stack">
        <h1 className="reference-title">{t.title}</h1>
        <p>
          <Badge>{t.intro.version(reference.version)}</Badge> <code>{reference.baseUrl}</code>
        </p>
        <Prose text={reference.description} />
      </header>
      {first === undefined ? null : (
        <Code
          code={writeSnippet('curl', {
            operation: first,
            draft: draftRequest(first, reference),
            baseUrl: reference.baseUrl,
          })}
          label={t.request.title}
          copyLabel={t.request.copy}
        />
      )}
      <div className="columns even">
        <Card title={t.intro.authentication}>
          <Prose text={t.intro.authenticationText} />
        </Card>
        <Card title={t.intro.errors}>
          <Prose text={t.intro.errorsText} />
          <p>
            <a href="#problems">{t.problems}</a>
          </p>
        </Card>
        <Card title={t.intro.compatibility}>
          <Prose text={t.intro.compatibilityText} />
        </Card>
        <Card title={t.intro.machines}>
          <p>
            {t.intro.machinesText} <a href={documentPath}>{documentPath}</a>
          </p>
        </Card>
      </div>
      <section className="stack">
        <h2>{t.intro.groups}</h2>
        <div className="group-tiles">
          {reference.groups.map(({ name, description, operations }) => (
            <a key={name} href={`#group-${name}`} className="tile">
              <span className="strong">{titled(name)}</span>
              <span className="quiet">{description}</span>
              <span className="small quiet">{t.intro.count(operations.length)}</span>
            </a>
          ))}
        </div>
      </section>
    </div>
  );
}

export function GroupView({ group: { name, description, operations } }: { readonly group: Group }) {
  return (
    <div className="stack wide">
      <header className="stack">
        <h1 className="reference-title">{titled(name)}</h1>
        <Prose text={description} />
      </header>
      <Card isFlush>
        <ul className="operation-list">
          {operations.map(({ id, method, path, summary }) => (
            <li key={id}>
              <a href={`#${id}`}>
                <Method method={method} />
                <span className="strong">{summary}</span>
                <code className="quiet">{path}</code>
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

export function SchemasView({ reference: { schemas } }: { readonly reference: Reference }) {
  return (
    <div className="stack wide">
      <h1 className="reference-title">{t.schemas}</h1>
      <ul className="schema-names">
        {Object.keys(schemas)
          .toSorted()
          .map((name) => (
            <li key={name}>
              <a href={`#schema-${name}`}>{name}</a>
            </li>
          ))}
      </ul>
    </div>
  );
}

interface SchemaEntryProps {
  readonly name: string;
  readonly reference: Reference;
}

export function SchemaEntry({ name, reference }: SchemaEntryProps) {
  const schema = reference.schemas[name] ?? {};
  const users = [...reference.operations.values()].filter(({ body, responses }) =>
    [
      ...Object.values(body?.content ?? {}),
      ...responses.flatMap(({ content = {} }) => Object.values(content)),
    ].some((media) => media.schema?.$ref?.endsWith(`/${name}`) === true),
  );
  return (
    <div className="stack wide">
      <header className="stack">
        <h1 className="reference-title">{name}</h1>
        {schema.description === undefined ? null : <Prose text={schema.description} />}
        {users.length === 0 ? null : (
          <p className="row wrap">
            <span className="quiet">{t.usedBy}</span>
            {users.map(({ id, summary }) => (
              <a key={id} href={`#${id}`}>
                {summary}
              </a>
            ))}
          </p>
        )}
      </header>
      <SchemaView schema={schema} reference={reference} />
      {schema.properties === undefined ? null : (
        <section className="stack">
          <h2>{t.example}</h2>
          <Code
            code={JSON.stringify(sampleOf(schema, reference), null, 2)}
            label={t.example}
            copyLabel={t.result.copy}
          />
        </section>
      )}
    </div>
  );
}

interface ProblemsProps {
  readonly reference: Reference;
  readonly chosen: string;
}

export function ProblemsView({ reference: { problems }, chosen }: ProblemsProps) {
  return (
    <div className="stack wide">
      <h1 className="reference-title">{t.problems}</h1>
      <Card isFlush>
        <div className="table-frame">
          <table className="table problem-table">
            <thead>
              <tr>
                <th>{t.problemTable.status}</th>
                <th>{t.problemTable.code}</th>
                <th>{t.problemTable.meaning}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ code, status, meaning }) => (
                <tr key={code} id={`problem-${code}`} className={code === chosen ? 'chosen' : undefined}>
                  <td className="nums">{status}</td>
                  <td>
                    <a href={`/problems/${code}`}>
                      <code>{code}</code>
                    </a>
                  </td>
                  <td>
                    <Inline text={meaning} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}
