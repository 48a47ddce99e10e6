import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { basePath } from '../api/base-path.ts';
import { useMay } from '../api/session.ts';
import { signOutOfConsole } from '../api/sign-out.ts';
import { useList } from '../api/use-call.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { texts } from '../texts.ts';
import { openPages, openPlaces } from './navigation.ts';
import { chooseTheme, type Theme } from './theme.ts';

interface Command {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly keys?: string;
  readonly run: () => void;
}

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

const messageId = /^(?:msg|req|aud)_[0-9a-z]{26}$/;

function useCommands(typed: string, onShortcuts: () => void, isOpen: boolean): readonly Command[] {
  const navigate = useNavigate();
  const may = useMay();
  const packs = useList(
    'listContentPacks',
    { query: { limit: 100 } },
    { enabled: isOpen && may('content:manage') },
  );
  const given = typed.trim();
  const themes: readonly Theme[] = ['light', 'dark', 'system'];
  return [
    ...(messageId.test(given)
      ? [
          {
            id: 'message',
            title: texts.palette.openMessage(given),
            icon: 'records' as const,
            run: () => void navigate({ to: '/ask/$messageId', params: { messageId: given } }),
          },
        ]
      : []),
    ...openPages(may).map(({ id, path, icon, key }) => ({
      id,
      icon,
      title: texts.palette.goTo(texts.pages[id]),
      keys: `g ${key}`,
      run: () => void navigate({ to: path }),
    })),
    ...(packs.data ?? []).map(({ id, name }) => ({
      id,
      icon: 'content' as const,
      title: texts.palette.openPack(name),
      run: () => void navigate({ to: '/content/$packId', params: { packId: id } }),
    })),
    ...openPlaces(may).map(({ id, path, tab, icon }) => ({
      id: `place-${id}`,
      icon,
      title: texts.palette.goTo(texts.palette.places[id]),
      run: () => void navigate({ to: path, search: { tab } }),
    })),
    ...(given.length > 1 && (may('content:manage') || may('audit:read'))
      ? [
          {
            id: 'search-this',
            title: texts.palette.searchThis(given),
            icon: 'search' as const,
            run: () => void navigate({ to: '/search', search: { q: given } }),
          },
        ]
      : []),
    ...(given.includes(' ')
      ? [
          {
            id: 'ask-this',
            title: texts.palette.askThis(given),
            icon: 'ask' as const,
            run: () => void navigate({ to: '/ask', search: { q: given } }),
          },
        ]
      : []),
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      title: texts.palette.theme[theme],
      icon: 'settings' as const,
      run: () => chooseTheme(theme),
    })),
    {
      id: 'guide',
      title: texts.palette.guide,
      icon: 'external',
      run: () => window.location.assign(`${basePath}/guide`),
    },
    {
      id: 'reference',
      title: texts.palette.reference,
      icon: 'external',
      run: () => window.location.assign(`${basePath}/docs`),
    },
    { id: 'shortcuts', title: texts.palette.shortcuts, icon: 'menu', keys: '?', run: onShortcuts },
    { id: 'sign-out', title: texts.palette.signOut, icon: 'close', run: () => void signOutOfConsole() },
  ];
}

/** Everything that can be opened or done, by typing a part of its name. */
export function Palette({ isOpen, onClose, onShortcuts }: Props) {
  const [typed, setTyped] = useState('');
  const commands = useCommands(typed, onShortcuts, isOpen);
  const { contains } = useFilter({ sensitivity: 'base' });
  const close = () => {
    setTyped('');
    onClose();
  };
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : close())}
      isDismissable
    >
      <Modal className="modal palette">
        <Dialog aria-label={texts.palette.title}>
          <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={texts.palette.title} autoFocus>
              <Input className="input" placeholder={texts.palette.placeholder} />
            </SearchField>
            <Menu
              aria-label={texts.palette.title}
              items={commands}
              dependencies={[typed]}
              onAction={(key) => {
                close();
                commands.find(({ id }) => id === key)?.run();
              }}
              renderEmptyState={() => <p className="empty">{texts.palette.none}</p>}
            >
              {({ id, title, icon, keys }) => (
                <MenuItem
                  id={id}
                  textValue={id === 'ask-this' || id === 'search-this' || id === 'message' ? typed : title}
                  className="palette-item"
                >
                  <Icon name={icon} />
                  <span className="grow clip">{title}</span>
                  {keys === undefined ? null : <kbd>{keys}</kbd>}
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
