import { knownChannelTypes } from '@avow/contract/values';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { channelName } from '../../texts/channels.ts';
import { recordTexts } from '../../texts/records.ts';

interface Props {
  /** Empty: any. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** "Any", and what there is by its names. */
export const filterChoices = (names: Readonly<Record<string, string>>) => [
  { value: '', label: recordTexts.any },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

/** Where a question was asked: one of the usual channels, or the one that is chosen. */
export function ChannelField({ value, onChange }: Props) {
  const channels = new Set([...knownChannelTypes, value].filter((channel) => channel !== ''));
  return (
    <SelectField
      label={recordTexts.channel}
      options={filterChoices(
        Object.fromEntries([...channels].map((channel) => [channel, channelName(channel)])),
      )}
      value={value}
      onChange={onChange}
    />
  );
}

/** A content pack, for those who may see which there are. */
export function PackField({ label, ...field }: Props & { readonly label: string }) {
  const may = useMay();
  const packs = useList('listContentPacks', { query: { limit: 100 } }, { enabled: may('content:manage') });
  if (packs.data === undefined || packs.data.length === 0) return null;
  return (
    <SelectField
      label={label}
      options={filterChoices(Object.fromEntries(packs.data.map(({ id, name }) => [id, name])))}
      {...field}
    />
  );
}
