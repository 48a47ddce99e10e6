/** A question that somebody asked in a chat. */
export interface ChatQuestion {
  readonly text: string;
  /** Who asks: the `end_user_id` on record. */
  readonly person: string;
  /** Where it was asked. Questions in the same place may be follow-ups. */
  readonly place: string;
  /** Whether the place is a thread about one matter, or a chat that goes on for years. */
  readonly isThread: boolean;
  /** Whether others can read what is asked and answered there, so that their questions may be followed up. */
  readonly isShared: boolean;
  /** The groups of the person, of those that the key may name. */
  readonly groups: readonly string[];
  /** The same for every delivery of the same message by the platform. */
  readonly deliveryId: string;
  /** What the person should know about how the question is answered. */
  readonly notes: readonly string[];
}
