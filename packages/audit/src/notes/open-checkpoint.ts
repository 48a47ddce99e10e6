import { LogError } from '../log-error.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { type NoteReader, openNote } from './open-note.ts';

export interface CheckpointReader extends NoteReader {
  /** The log that a checkpoint is wanted of: a key may sign for several. */
  readonly origin: string;
}

/** The checkpoint in a signed note, once a trusted key has signed it and it is of the log that was meant. */
export async function openCheckpoint(bytes: Uint8Array, reader: CheckpointReader): Promise<Checkpoint> {
  const { text } = await openNote(bytes, reader);
  const checkpoint = parseCheckpoint(text);
  if (checkpoint.origin !== reader.origin) throw new LogError('origin_wrong', 'this is another log');
  return checkpoint;
}
