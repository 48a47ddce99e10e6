import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';

interface Props {
  readonly label: string;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly tabs: readonly { readonly id: string; readonly title: ReactNode; readonly content: ReactNode }[];
}

export function Tabs({ label, selected, onSelect, tabs }: Props) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className="tabs">
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
