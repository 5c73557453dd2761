/** An object of an answer. */
type Fields = Readonly<Record<string, unknown>>;

/** How something can be named, and what distinguishes two with the same name. */
export interface NamedForModels {
  id: string;
  names: readonly string[];
  /** The number that lists show, such as `#18`. */
  sequence?: number | undefined;
  detail: string;
}

/** What models can name by something else than its id. */
export interface ReferenceForModels {
  /** As `reference()` declares it, and as refusals call it. */
  to: string;
  /** What several are called. */
  plural: string;
  by: readonly ('name' | 'number')[];
  isPerson?: boolean;
  /** The operation that lists those that can be meant. */
  operation: string;
  /** What it is asked, where it must be asked more than once or its defaults show too little. */
  inputs?: readonly Fields[];
  /** What it is asked for each number in place of that: the list is too long to be read. */
  inputFor?(number: number): Fields;
  /** The field of the answer that has the list. */
  field: string;
  /** Undefined for what cannot be meant; a list of references has addressees. */
  read(listed: Fields, isAddressee: boolean): NamedForModels | undefined;
}

/** What models can read at an address below that of their space, and subscribe to. */
export interface AddressForModels {
  name: string;
  /** A URI template (RFC 6570) with one `{id}` at most, and `{?after}` for a number. */
  path: string;
  description: string;
  operation: string;
  /** What the operation is asked besides what the address says. */
  input?: Fields;
  /** The event that changes what it shows. */
  event?: string;
  /** Where that event has the id of the address. */
  idIn?: string;
  /** The address of the space shows it too. */
  isInSpace?: boolean;
}

/** A question, as one of those who are asked gets it. */
export interface Question {
  id: string;
  /** They have not answered it yet, and it has not ended. */
  isWaiting: boolean;
  /** Who asks. */
  authorId: string;
  /** The question and what can be answered, which participants wrote. */
  text: string;
  /** The same for programs. */
  data: Fields;
  /** An answer, as an example, without what participants wrote. */
  example: Fields;
  /** What can be answered, each by its id or one of its names. */
  replies: readonly { readonly id: string; readonly names: readonly string[] }[];
}

/** What a message with `expects: answer` asks, for protocols in which a message answers it. */
export interface QuestionForModels {
  /** The id of the question in the message, and in the operations. */
  field: string;
  /** The operation that reads one. */
  read: string;
  /** The operation that lists those of the caller, newest first, what it is asked for the open ones and for all, and the field of its answer. */
  list: { readonly operation: string; readonly open: Fields; readonly all: Fields; readonly field: string };
  /** The operation that answers it. */
  answer: string;
  /** The field of that operation that names a reply. */
  reply: string;
  /** Refusals of an answer that another answer can avoid. */
  avoidable: readonly string[];
  /** Undefined if the participant was not asked. */
  askedOf(view: Fields, participantId: string): Question | undefined;
}

/** What a model can do next, where an answer or a refusal does not say it itself. Contains nothing that participants wrote. */
export interface NextStep {
  /**
   * Fields that it must have: `true` stands for any value, `false` for none, a list for one of them. A dot leads into an object; `tool` is
   * the tool that was called. Where several steps fit, the first counts.
   */
  when: Readonly<Record<string, boolean | string | readonly string[]>>;
  text: string;
}

/** What models are told about a resource, besides its operations. */
export interface ResourceForModels {
  /** What a space has of it, for an introduction. */
  contents?: string;
  /** How a text of it is called that everyone in the space can read. */
  publicText?: string;
  /** A sentence for the instructions: what to do when there is one. */
  instruction?: string;
  /** The list of tools that has those of the group of this name. */
  toolList?: string;
  /** Fields of tools that need no description. */
  selfEvident?: readonly string[];
  reference?: ReferenceForModels;
  address?: AddressForModels;
  question?: QuestionForModels;
  afterRefusal?: readonly NextStep[];
  afterAnswer?: readonly NextStep[];
  /** What a link is called that stands for a space and a key. */
  link?: { name: string; argument: string };
  /** A field of messages with a list of it, and how each of the list is shown: `{name}` is a field of it. */
  inMessages?: { field: string; line: string };
  /** Parts of the prompts for meetings, by what they are about. */
  meetings?: { answering?: string; contributing?: string; inviting?: string; preparing?: string; recording?: string };
}
