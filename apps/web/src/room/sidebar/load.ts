import { resources } from '../resources.ts';

/** Loads the sidebar and its sections at once. */
export async function loadSidebar() {
  const sections = Promise.all(resources.flatMap(({ section }) => section?.() ?? []));
  const { sidebarOf } = await import('./sidebar.tsx');
  return sidebarOf(await sections);
}
