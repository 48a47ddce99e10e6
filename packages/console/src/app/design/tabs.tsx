import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { Loading } from './loaded.tsx';

interface Props {
  readonly label: string;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly tabs: readonly { readonly id: string; readonly title: ReactNode; readonly content: ReactNode }[];
}

/** What is in a tab may be loaded when it is opened. */
export function Tabs({ label, selected, onSelect, tabs }: Props) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className="tabs">
        {tabs.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab">
            {({ isSelected }) => <TabTitle isSelected={isSelected}>{title}</TabTitle>}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          <Suspense fallback={<Loading />}>{content}</Suspense>
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** On a narrow screen the tab that a link leads to may be beyond the edge: it comes into view. */
function TabTitle({ isSelected, children }: { readonly isSelected: boolean; readonly children: ReactNode }) {
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const list = title.current?.closest<HTMLElement>('.tabs');
    if (!isSelected || title.current === null || list == null) return;
    const [inner, outer] = [title.current.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [isSelected]);
  return <span ref={title}>{children}</span>;
}
