/** A result of the search, with an address on the server that shows this page. */
export interface FoundSection {
  name: string;
  description: string;
  href: string;
  score: number;
}

interface Result {
  url: string;
  site?: string;
  name: string;
  score: number;
  description: string;
  schema_object?: { documentation?: string };
}

/** Asks the address of a search form. Throws with a text for people. */
export async function answersTo(question: string, form: HTMLFormElement, signal: AbortSignal): Promise<FoundSection[]> {
  const address = new URL(form.action);
  address.searchParams.set('query', question);
  const response = await fetch(address, { headers: { accept: 'application/json' }, signal });
  const body = (await response.json()) as { results?: Result[]; error?: string };
  if (!response.ok) throw new Error(body.error ?? 'The search does not work at the moment.');
  return (body.results ?? []).map((result) => found(result, new URL('.', address).href));
}

function found({ url, site, name, score, description, schema_object }: Result, root: string): FoundSection {
  const page = schema_object?.documentation ?? url;
  // The public address of the server can be another one than that of this page.
  const href = site !== undefined && page.startsWith(`${site}/`) ? root + page.slice(site.length + 1) : page;
  return { name, description, href, score };
}
