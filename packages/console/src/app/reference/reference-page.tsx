import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { basePath } from '../api/base-path.ts';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Loading } from '../design/loaded.tsx';
import { Empty } from '../design/surface.tsx';
import icon from '../icon.svg';
import { referenceTexts as t } from '../texts/reference.ts';
import { texts } from '../texts.ts';
import { type OpenApiDocument, type Reference, readReference } from './openapi.ts';
import { OperationView } from './operation-view.tsx';
import { GroupView, Overview, ProblemsView, SchemaEntry, SchemasView } from './overview.tsx';
import { ReferenceNavigation } from './reference-navigation.tsx';
import { type TryIdentity, useTryIdentity } from './try-identity.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

function read(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}

/** What follows the number sign in the address: the entry that is shown. */
const useFragment = (): string => useSyncExternalStore(subscribe, read);

type Reading =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'read'; readonly reference: Reference };

async function readDocument(): Promise<Reading> {
  try {
    const response = await fetch(`${basePath}/openapi.json`, { credentials: 'omit' });
    if (!response.ok) return { kind: 'failed' };
    return { kind: 'read', reference: readReference((await response.json()) as OpenApiDocument) };
  } catch {
    return { kind: 'failed' };
  }
}

/** The reference of the API, made from the document that the service publishes for machines. */
export function ReferencePage() {
  const [reading, setReading] = useState<Reading>({ kind: 'reading' });
  const load = useCallback(() => {
    setReading({ kind: 'reading' });
    void readDocument().then(setReading);
  }, []);
  useEffect(load, [load]);
  const identity = useTryIdentity();
  if (reading.kind === 'reading') return <Loading />;
  if (reading.kind === 'failed') {
    return (
      <Empty title={t.unavailable} actions={<Button onPress={load}>{texts.actions.retry}</Button>}>
        <p role="alert">{texts.problems.unreachable}</p>
      </Empty>
    );
  }
  return <ReferenceFrame reference={reading.reference} identity={identity} />;
}

interface FrameProps {
  readonly reference: Reference;
  readonly identity: TryIdentity;
}

function ReferenceFrame({ reference, identity }: FrameProps) {
  const fragment = useFragment() || 'overview';
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(fragment);
  useEffect(() => {
    document.title = t.pageTitle(titleOf(fragment, reference));
    if (shown.current === fragment) return;
    shown.current = fragment;
    setOpen(false);
    // People who are read to hear the new entry.
    main.current?.focus({ preventScroll: true });
    const place = fragment.startsWith('problem-') ? document.getElementById(fragment) : null;
    if (place === null) window.scrollTo(0, 0);
    else place.scrollIntoView();
  }, [fragment, reference]);
  const navigation = <ReferenceNavigation reference={reference} fragment={fragment} />;
  return (
    <div className="frame reference">
      {/* Not a link: the address stays that of the entry. */}
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {texts.skip}
      </button>
      <nav className="sidebar" aria-label={t.navigation}>
        <Brand />
        {navigation}
      </nav>
      <div className="main">
        <header className="topbar">
          <Button look={['plain', 'icon']} aria-label={t.openNavigation} onPress={() => setOpen(true)}>
            <Icon name="menu" />
          </Button>
          <Brand />
          <span />
        </header>
        <main id="main" tabIndex={-1} ref={main}>
          <div className="page">
            <Entry fragment={fragment} reference={reference} identity={identity} />
          </div>
        </main>
      </div>
      <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <Modal className="drawer">
          <Dialog aria-label={t.navigation}>
            <nav className="sidebar" aria-label={t.navigation}>
              {navigation}
            </nav>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}

function Brand() {
  return (
    <div className="row between">
      <a href="#overview" className="brand">
        <img src={icon} alt="" />
        {texts.product}
        <span className="quiet brand-part">{t.title}</span>
      </a>
      <span className="row">
        <a href={`${basePath}/guide`} className="small console-link">
          {texts.guide}
        </a>
        <a href={`${basePath}/console`} className="small console-link">
          {t.console}
        </a>
      </span>
    </div>
  );
}

function titleOf(fragment: string, { operations }: Reference): string {
  if (fragment.startsWith('schema-')) return fragment.slice('schema-'.length);
  if (fragment.startsWith('problem')) return t.problems;
  return operations.get(fragment)?.summary ?? t.overview;
}

function Entry({ fragment, reference, identity }: FrameProps & { readonly fragment: string }) {
  const operation = reference.operations.get(fragment);
  if (operation !== undefined)
    return <OperationView key={fragment} operation={operation} reference={reference} identity={identity} />;
  if (fragment === 'overview') return <Overview reference={reference} />;
  if (fragment === 'schemas') return <SchemasView reference={reference} />;
  if (fragment === 'problems' || fragment.startsWith('problem-'))
    return <ProblemsView reference={reference} chosen={fragment.slice('problem-'.length)} />;
  const group = reference.groups.find(({ name }) => fragment === `group-${name}`);
  if (group !== undefined) return <GroupView group={group} />;
  const name = fragment.slice('schema-'.length);
  const schema = fragment.startsWith('schema-') && Object.hasOwn(reference.schemas, name);
  if (schema) return <SchemaEntry key={name} name={name} reference={reference} />;
  return (
    <Empty title={t.unknown} actions={<a href="#overview">{t.overview}</a>}>
      <p>{t.unknownHint}</p>
    </Empty>
  );
}
