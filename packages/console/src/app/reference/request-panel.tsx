import { useMemo, useState } from 'react';
import { Tabs } from '../design/tabs.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import { Code } from './code.tsx';
import type { Reference, ReferenceOperation } from './openapi.ts';
import { draftRequest } from './request.ts';
import { type SnippetLanguage, writeSnippet } from './snippets.ts';
import { TryForm } from './try-form.tsx';
import type { TryIdentity } from './try-identity.ts';

interface Props {
  readonly operation: ReferenceOperation;
  readonly reference: Reference;
  readonly identity: TryIdentity;
}

const languages: readonly SnippetLanguage[] = ['curl', 'typescript', 'python'];
const languageName = 'avow-reference-language';

function storedLanguage(): SnippetLanguage {
  try {
    const stored = localStorage.getItem(languageName);
    return languages.find((each) => each === stored) ?? 'curl';
  } catch {
    return 'curl';
  }
}

function storeLanguage(language: SnippetLanguage): void {
  try {
    localStorage.setItem(languageName, language);
  } catch {
    // The choice lasts as long as the page.
  }
}

/** The request in three languages, and a form that changes and sends it. */
export function RequestPanel({ operation, reference, identity }: Props) {
  const [draft, setDraft] = useState(() => draftRequest(operation, reference));
  const [language, setLanguage] = useState(storedLanguage);
  const code = useMemo(
    () => writeSnippet(language, { operation, draft, baseUrl: reference.baseUrl }),
    [language, operation, draft, reference],
  );
  const snippet = <Code code={code} label={t.request.title} copyLabel={t.request.copy} />;
  return (
    <aside className="request-panel stack" aria-label={t.request.title}>
      <section className="card">
        <div className="request-code">
          <Tabs
            label={t.request.language}
            selected={language}
            onSelect={(id) => {
              setLanguage(id as SnippetLanguage);
              storeLanguage(id as SnippetLanguage);
            }}
            tabs={languages.map((id) => ({
              id,
              title: t.request.languages[id],
              content: id === language ? snippet : null,
            }))}
          />
        </div>
      </section>
      <TryForm
        operation={operation}
        reference={reference}
        identity={identity}
        draft={draft}
        onChange={setDraft}
      />
    </aside>
  );
}
