import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../design/icon.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import { type Reference, type SchemaNode, schemaName } from './openapi.ts';
import { Inline } from './prose.tsx';

interface Props {
  readonly schema: SchemaNode;
  readonly reference: Reference;
}

/** The fields of a schema. Those of a field are shown when asked for: schemas may contain themselves. */
export function SchemaView({ schema, reference }: Props) {
  const node = reference.resolve(schema);
  const inner = objectsIn(node, reference);
  if (node.properties === undefined && inner.length === 0)
    return (
      <p>
        <TypeName schema={schema} reference={reference} /> <Constraints node={node} />
      </p>
    );
  if (node.properties === undefined)
    return (
      <div className="stack">
        {inner.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: choices have no identity but their place.
          <div key={index} className="stack tight">
            {inner.length > 1 || each.$ref !== undefined ? (
              <p className="small quiet">
                <TypeName schema={each} reference={reference} />
              </p>
            ) : null}
            <SchemaView schema={each} reference={reference} />
          </div>
        ))}
      </div>
    );
  return (
    <ul className="fields">
      {Object.entries(node.properties).map(([name, property]) => (
        <FieldRow
          key={name}
          name={name}
          schema={property}
          isRequired={node.required?.includes(name) === true}
          reference={reference}
        />
      ))}
    </ul>
  );
}

interface FieldRowProps extends Props {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

export function FieldRow({ name, schema, isRequired, reference, description }: FieldRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const node = reference.resolve(schema);
  const text = description ?? schema.description ?? node.description ?? '';
  const inner = objectsIn(node, reference);
  return (
    <li>
      <div className="row wrap">
        <code className="field-name">{name}</code>
        <span className="small quiet">
          <TypeName schema={schema} reference={reference} />
        </span>
        {isRequired ? <span className="small warn">{t.required}</span> : null}
      </div>
      {text === '' ? null : (
        <p>
          <Inline text={text} />
        </p>
      )}
      <Constraints node={node} />
      {inner.length === 0 ? null : (
        <>
          <button
            type="button"
            className="unfold"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${isOpen ? t.hideFields : t.showFields}: ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="right" />
            {isOpen ? t.hideFields : t.showFields}
          </button>
          <div id={id} className="nested" hidden={!isOpen}>
            {isOpen
              ? inner.map((each, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: choices have no identity but their place.
                  <SchemaView key={index} schema={each} reference={reference} />
                ))
              : null}
          </div>
        </>
      )}
    </li>
  );
}

/** The objects that a value may be or contain. */
function objectsIn(node: SchemaNode, reference: Reference): readonly SchemaNode[] {
  if (node.properties !== undefined) return [node];
  if (node.items !== undefined) return objectsIn(reference.resolve(node.items), reference);
  const choices = node.oneOf ?? node.anyOf ?? node.allOf;
  if (choices !== undefined)
    return choices.filter((each) => {
      const found = reference.resolve(each);
      return found.properties !== undefined || found.items !== undefined;
    });
  const others = node.additionalProperties;
  return typeof others === 'object' ? objectsIn(reference.resolve(others), reference) : [];
}

/** The name of the type, which leads to the schema if it has one of its own. */
export function TypeName({ schema, reference }: Props): ReactNode {
  if (schema.$ref !== undefined) {
    const name = schemaName(schema.$ref);
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return choices.map((choice, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: choices have no identity but their place.
      <span key={index}>
        {index === 0 ? '' : t.or}
        <TypeName schema={choice} reference={reference} />
      </span>
    ));
  }
  if (schema.items !== undefined) {
    return (
      <>
        {t.arrayOf}
        <TypeName schema={schema.items} reference={reference} />
      </>
    );
  }
  const others = schema.additionalProperties;
  if (schema.properties === undefined && typeof others === 'object') {
    return (
      <>
        {t.mapOf}
        <TypeName schema={others} reference={reference} />
      </>
    );
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [t.any]);
  return schema.format ?? types.join(t.or);
}

function rangeOf(least: number | undefined, most: number | undefined): string | null {
  if (least !== undefined && most !== undefined) return t.facts.between(least, most);
  if (least !== undefined) return t.facts.least(least);
  return most === undefined ? null : t.facts.most(most);
}

/** A pattern longer than this explains nothing. */
const patternCharactersMax = 60;

function Constraints({ node }: { readonly node: SchemaNode }) {
  const value =
    node.items?.enum === undefined && node.items?.['x-extensible-enum'] === undefined ? node : node.items;
  const known = value['x-extensible-enum'];
  const closed = value.enum;
  const number = rangeOf(node.minimum, node.maximum);
  const characters = rangeOf(node.minLength, node.maxLength);
  const items = rangeOf(node.minItems, node.maxItems);
  const ranges = [
    number,
    characters === null ? null : t.facts.characters(characters),
    items === null ? null : t.facts.items(items),
  ].filter((each) => each !== null);
  const hasPattern = node.pattern !== undefined && node.pattern.length <= patternCharactersMax;
  if (
    known === undefined &&
    closed === undefined &&
    ranges.length === 0 &&
    node.default === undefined &&
    !hasPattern
  )
    return null;
  return (
    <div className="small quiet constraints">
      {known === undefined && closed === undefined ? null : (
        <span>
          {`${known === undefined ? t.facts.oneOf : t.facts.known}: `}
          {(known ?? closed ?? []).map((each) => (
            <code key={String(each)}>{String(each)}</code>
          ))}
        </span>
      )}
      {node.default === undefined ? null : (
        <span>
          {`${t.facts.default}: `}
          <code>{JSON.stringify(node.default)}</code>
        </span>
      )}
      {ranges.length === 0 ? null : <span>{ranges.join(', ')}</span>}
      {hasPattern ? (
        <span>
          {`${t.facts.pattern}: `}
          <code>{node.pattern}</code>
        </span>
      ) : null}
    </div>
  );
}
