import { formatVerifierKey } from '../notes/verifier-key.ts';
import { changeKey, exampleSigner } from './build-bundle.ts';
import { type ExampleLeaf, exampleEvent, exampleLog, exampleRecord } from './example-log.ts';

/** The example log, grown, after its key was replaced twice: its leaves, its statements and its current key. */
export async function exampleWithReplacedKeys() {
  const [first, second, signer] = [await exampleSigner(0), await exampleSigner(1), await exampleSigner(2)];
  const change = (previous: typeof first, next: typeof first): ExampleLeaf =>
    exampleEvent({
      ...{ kind: 'rekey', state: 'log_key_replaced', actor: 'operator' },
      details: [
        ['previous_key', formatVerifierKey(previous.key)],
        ['next_key', formatVerifierKey(next.key)],
      ],
    });
  const once = [...exampleLog, change(first, second)];
  const twice = [...once, exampleRecord(7), change(second, signer)];
  const keyChanges = [
    await changeKey({ previous: first, next: second }, once),
    await changeKey({ previous: second, next: signer }, twice),
  ];
  return { leaves: [...twice, exampleRecord(8)], signer, keyChanges };
}
