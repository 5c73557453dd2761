/**
 * What happened in a space, as its log stores it: ids, names and roles as they were at the time. The view is computed when a fact is
 * read. Storing a fact assigns its sequence and instant. Each resource adds its own.
 */
export interface Facts {}

export type FactName = keyof Facts;

export type Fact = { [Name in FactName]: { event: Name; body: Facts[Name] } }[FactName];
