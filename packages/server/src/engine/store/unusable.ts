/** Why a database cannot be read or filled: one line for an operator. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}
