import { type ReactNode, useEffect, useRef } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';

interface Props {
  readonly label: string;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly tabs: readonly { readonly id: string; readonly title: ReactNode; readonly content: ReactNode }[];
}

export function Tabs({ label, selected, onSelect, tabs }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the one that a link leads to may be beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected is read from the page.
  useEffect(() => {
    const { current } = list;
    const tab = current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    if (current == null || tab == null) return;
    current.scrollLeft = tab.offsetLeft - current.offsetLeft - (current.clientWidth - tab.clientWidth) / 2;
  }, [selected]);
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList ref={list} aria-label={label} className="tabs">
        {tabs.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab">
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
