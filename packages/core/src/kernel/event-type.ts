/** Values of fields, one of which each field must have. */
type Values = Readonly<Record<string, readonly string[]>>;

/**
 * A kind of event that programs outside can subscribe to: references and words of the service, no text of a participant. A dot in the name of
 * a field leads into an object.
 */
export interface EventType {
  /** For people and models: when it is told, and what reads more. */
  description: string;
  /** The event of the log. */
  event: string;
  /** Only those with these values are told. */
  when?: Values;
  /** The field with the id of the one participant who is told. */
  to?: string;
  /** The field with the id of who caused it, and is not told of it; `unless` time did in their name. */
  by?: { field: string; unless?: Values };
  /** What is told, and where the event has it. */
  data: Readonly<Record<string, string>>;
  /** What of that a subscriber can narrow it to. */
  filter?: string;
}
