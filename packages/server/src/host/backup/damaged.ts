/** Why a backup cannot be used: one line for an operator. */
export class Damaged extends Error {
  override readonly name = 'Damaged';
}
