import { LogError } from '../log-error.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { type NoteReader, openNote } from './open-note.ts';

export interface CheckpointReader extends NoteReader {
  /** The expected origin: one key may sign for several logs. */
  readonly origin: string;
}

/** The checkpoint in a signed note. Throws unless a trusted key signed it for the expected log. */
export async function openCheckpoint(bytes: Uint8Array, reader: CheckpointReader): Promise<Checkpoint> {
  const { text } = await openNote(bytes, reader);
  return checkpointOf(text, reader.origin);
}

/** The checkpoint in the text of a note that was opened. Throws if it is of another log. */
export function checkpointOf(text: string, origin: string): Checkpoint {
  const checkpoint = parseCheckpoint(text);
  if (checkpoint.origin !== origin)
    throw new LogError('origin_wrong', 'the checkpoint belongs to another log');
  return checkpoint;
}
