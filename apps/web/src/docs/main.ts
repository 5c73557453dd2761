import './styles.css';
import { markCurrentSection } from './contents.ts';
import { addCopyButtons } from './copy.ts';
import { fitLists } from './lists.ts';
import { searchAsTyped } from './search.ts';

// The pages are complete without scripts; everything here is added to what the server has sent.
addCopyButtons();
markCurrentSection();
fitLists();
for (const form of document.querySelectorAll<HTMLFormElement>('form[role="search"]')) searchAsTyped(form);
