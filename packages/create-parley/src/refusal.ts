/** Why no project is written; its message is all that is said. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
