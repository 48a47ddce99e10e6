import { useState } from 'react';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      look={['plain', 'small']}
      aria-label={isCopied ? texts.actions.copied : label}
      onPress={() => {
        void navigator.clipboard?.writeText(text).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), 1500);
        });
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </Button>
  );
}

/** An id that is rarely read and often copied. */
export function CopyId({ id }: { readonly id: string }) {
  return (
    <span className="copy">
      <span className="mono clip">{id}</span>
      <CopyButton text={id} label={`${texts.actions.copy} ${id}`} />
    </span>
  );
}
