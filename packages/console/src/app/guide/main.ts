import '../design/tokens.css';
import '../design/base.css';
import '../design/components.css';
import '../frame/frame.css';
import './guide.css';
import { basePath } from '../api/base-path.ts';
import { applyStoredTheme } from '../frame/theme.ts';
import { guideTexts } from '../texts/guide.ts';
import { type GuideSection, searchGuide, snippetOf } from './search-guide.ts';

/** The pages of the guide are written when the console is built; this adds the search and the theme. */
applyStoredTheme();

const hitsMax = 12;
const input = document.querySelector<HTMLInputElement>('#guide-search');
const found = document.querySelector('#guide-found');
const hits = document.querySelector('#guide-hits');
const contents = document.querySelector<HTMLDetailsElement>('.guide-contents');
if (contents !== null && window.matchMedia('(max-width: 900px)').matches) contents.open = false;

let sections: Promise<readonly GuideSection[]> | null = null;

/** Read once somebody wants to search. */
function readSections(): Promise<readonly GuideSection[]> {
  sections ??= fetch(`${basePath}/guide/search.json`, { credentials: 'omit' }).then(
    async (response) => (await response.json()) as readonly GuideSection[],
  );
  return sections;
}

async function show(): Promise<void> {
  const text = input?.value ?? '';
  if (text.trim() === '') return replaceHits([], '');
  const all = await readSections().catch(() => {
    sections = null;
    return null;
  });
  // What was typed meanwhile is searched for by its own call.
  if (text !== input?.value) return;
  if (all === null) return replaceHits([], guideTexts.unreachable);
  const best = searchGuide(all, text, hitsMax);
  replaceHits(
    best.map((section) => hitOf(section, text)),
    guideTexts.found(best.length),
  );
}

function replaceHits(items: readonly HTMLElement[], said: string): void {
  hits?.replaceChildren(...items);
  if (found !== null) found.textContent = said;
}

function hitOf(section: GuideSection, text: string): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const place = section.anchor === '' ? '' : `#${section.anchor}`;
  link.href = `${basePath}/guide/${section.page}${place}`;
  link.textContent =
    section.heading === section.title ? section.title : `${section.title}: ${section.heading}`;
  const snippet = document.createElement('p');
  snippet.className = 'small quiet';
  snippet.textContent = snippetOf(section, text);
  item.append(link, snippet);
  return item;
}

input?.addEventListener('input', () => void show());
