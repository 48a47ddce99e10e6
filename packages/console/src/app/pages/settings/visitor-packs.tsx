import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { Checkbox } from '../../design/field.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { settingsTexts } from '../../texts/settings.ts';

interface Props {
  readonly chosen: readonly string[];
  readonly onChoose: (packIds: readonly string[]) => void;
}

/** Which content packs visitors may ask: none until somebody chooses. */
export function VisitorPacks({ chosen, onChoose }: Props) {
  const mayRead = useMay()('content:manage');
  const packs = useList('listContentPacks', { query: { limit: 100 } }, { enabled: mayRead });
  if (!mayRead) return <p className="quiet">{settingsTexts.packsOthers}</p>;
  return (
    <fieldset className="field plain">
      <legend className="label">{settingsTexts.packs}</legend>
      <span className="hint">{settingsTexts.packsHint}</span>
      <Loaded reading={packs}>
        {(found) =>
          found.length === 0 ? (
            <p className="quiet">{settingsTexts.noPacks}</p>
          ) : (
            found.map(({ id, name, published_version: version }) => (
              <Checkbox
                key={id}
                label={version === null ? `${name} (${settingsTexts.unpublished})` : name}
                isSelected={chosen.includes(id)}
                onChange={(isSelected) =>
                  onChoose(isSelected ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
              />
            ))
          )
        }
      </Loaded>
      {chosen.length === 0 ? <p className="small quiet">{settingsTexts.packsNone}</p> : null}
    </fieldset>
  );
}
