import type { MeEntry } from '@avow/contract/access';
import type { ReviewFigures } from '@avow/contract/review';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useMay } from '../api/session.ts';
import { useReviewFigures } from '../api/use-review-figures.ts';
import { Button } from '../design/button.tsx';
import { formatCount } from '../design/format.ts';
import { Icon } from '../design/icon.tsx';
import { Toasts } from '../design/toast.tsx';
import icon from '../icon.svg';
import { accountTexts } from '../texts/account.ts';
import { texts } from '../texts.ts';
import { openDestinations } from './navigation.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Loaded as soon as the page is shown: nobody needs them before. */
const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));
const ChosenPurpose = lazy(async () => ({ default: (await import('./overlays.tsx')).ChosenPurpose }));

/** The navigation beside every page, the palette, the list of shortcuts, and what was just done. */
export function Frame({ me }: { readonly me: MeEntry }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'navigation' | null>(null);
  const showPalette = useCallback(() => setOpen('palette'), []);
  const showShortcuts = useCallback(() => setOpen('shortcuts'), []);
  const close = useCallback(() => setOpen(null), []);
  useShortcuts({ onPalette: showPalette, onHelp: showShortcuts });
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    setOpen((current) => (current === 'navigation' ? null : current));
    // People who are read to hear the new page.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {texts.skip}
      </a>
      <Sidebar me={me} onPalette={showPalette} />
      <div className="main">
        <header className="topbar">
          <Button
            look={['plain', 'icon']}
            aria-label={texts.openNavigation}
            onPress={() => setOpen('navigation')}
          >
            <Icon name="menu" />
          </Button>
          <Brand />
          <Button look={['plain', 'icon']} aria-label={texts.palette.open} onPress={showPalette}>
            <Icon name="search" />
          </Button>
        </header>
        <main id="main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      <ModalOverlay
        className="overlay"
        isOpen={open === 'navigation'}
        onOpenChange={(isOpen) => (isOpen ? undefined : close())}
        isDismissable
      >
        <Modal className="drawer">
          <Dialog aria-label={texts.navigation}>
            <Sidebar me={me} onPalette={showPalette} onNavigate={close} />
          </Dialog>
        </Modal>
      </ModalOverlay>
      <Suspense fallback={null}>
        <Overlays open={open} onClose={close} onShortcuts={showShortcuts} />
      </Suspense>
      <Toasts />
    </div>
  );
}

function Brand() {
  return (
    <Link to="/" className="brand">
      <img src={icon} alt="" />
      {texts.product}
    </Link>
  );
}

/** How many answers, or visitors, wait for a person, as far as there are any. */
function WaitingCount({ page }: { readonly page: string }) {
  const { data } = useReviewFigures();
  const waiting = data === undefined ? undefined : waitingOn(page, data);
  if (waiting === undefined || waiting.count === 0) return null;
  return (
    <span className={waiting.isUrgent ? 'badge warn count' : 'badge info count'}>
      <span aria-hidden="true">{formatCount(waiting.count)}</span>
      <span className="sr-only">{waiting.name}</span>
    </span>
  );
}

function waitingOn(page: string, { pending, overdue, handovers_waiting: visitors }: ReviewFigures) {
  if (page === 'review') return { count: pending, name: texts.waitingCount(pending), isUrgent: overdue > 0 };
  if (page !== 'handovers') return undefined;
  return { count: visitors, name: texts.waitingCount(visitors), isUrgent: true };
}

interface SidebarProps {
  readonly me: MeEntry;
  readonly onPalette: () => void;
  /** Called when a page is chosen, also the one that is shown already. */
  readonly onNavigate?: () => void;
}

function Sidebar({ me, onPalette, onNavigate }: SidebarProps) {
  const may = useMay();
  return (
    <nav className="sidebar" aria-label={texts.navigation}>
      <Brand />
      <button type="button" className="search-button" onClick={onPalette}>
        <Icon name="search" />
        {texts.palette.open}
        <kbd>{texts.palette.key}</kbd>
      </button>
      <div className="nav">
        {openDestinations(may).map(({ title, pages }) => (
          <div key={title}>
            <h2>{title}</h2>
            {pages.map(({ id, path, icon: name }) => (
              <Link key={id} to={path} activeOptions={{ exact: path === '/' }} onClick={onNavigate}>
                <Icon name={name} />
                {texts.pages[id]}
                <WaitingCount page={id} />
              </Link>
            ))}
          </div>
        ))}
      </div>
      <div className="sidebar-foot">
        <Suspense fallback={null}>
          <ChosenPurpose />
        </Suspense>
        <Link to="/account" className="person" onClick={onNavigate}>
          <span className="strong clip">{me.user.name}</span>
          <span className="small quiet clip">{`${accountTexts.roles[me.user.role] ?? me.user.role} · ${me.tenant.name}`}</span>
        </Link>
      </div>
    </nav>
  );
}
