import type { ShownModel } from '@avow/contract/models';
import type { ReactNode } from 'react';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Badge } from '../../design/surface.tsx';
import { modelTexts } from '../../texts/models.ts';

/** What is set of a model, without its key. */
export function ModelSummary({
  model,
  children,
}: {
  readonly model: ShownModel;
  readonly children?: ReactNode;
}) {
  const { price, budget_per_day: perDay, base_url: address } = model;
  const facts = [
    modelTexts.providers[model.provider] ?? model.provider,
    ...(address === null ? [] : [address]),
    ...(model.region === null ? [] : [model.region]),
    ...(price === null
      ? []
      : [modelTexts.price(price.currency, price.input_per_million, price.output_per_million)]),
    ...(perDay === null ? [] : [modelTexts.perDay(perDay, price?.currency ?? '')]),
  ];
  return (
    <div className="row between wrap">
      <div className="stack tight grow">
        <span className="row wrap">
          <span className="strong">{model.model}</span>
          <Badge tone={model.has_key ? 'good' : 'quiet'}>
            {model.has_key ? modelTexts.hasKey : modelTexts.noKey}
          </Badge>
        </span>
        <span className="small quiet facts-line">{facts.join(' · ')}</span>
      </div>
      {children}
    </div>
  );
}

interface ActionsProps {
  readonly model: ShownModel;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

export function ModelActions({ model: { model: name }, onEdit, onRemove, onUp, onDown }: ActionsProps) {
  return (
    <div className="row wrap">
      {onUp === undefined ? null : (
        <Button look={['plain', 'icon']} aria-label={modelTexts.up(name)} onPress={onUp}>
          <Icon name="up" />
        </Button>
      )}
      {onDown === undefined ? null : (
        <Button look={['plain', 'icon']} aria-label={modelTexts.down(name)} onPress={onDown}>
          <Icon name="down" />
        </Button>
      )}
      <Button look="small" onPress={onEdit}>
        {modelTexts.edit(name)}
      </Button>
      <Button look="small" onPress={onRemove}>
        {modelTexts.remove(name)}
      </Button>
    </div>
  );
}
