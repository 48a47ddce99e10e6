import { escapeMarkup } from '@avow/text';
import { replaceCodeSpans } from '@avow/text/markdown';

/** Text in which `backticks` mark code. */
export function proseHtml(text: string): string {
  return replaceCodeSpans(escapeMarkup(text), (code) => `<code>${code}</code>`);
}

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2563a8; }
@media (prefers-color-scheme: dark) { :root { --accent: #7ab4f0; } }
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1.5rem; font-size: 1.25rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
a { color: var(--accent); }
code, pre { font: .875em/1.5 ui-monospace, monospace; } code { background: var(--soft); padding: .1em .3em; border-radius: 4px; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; } pre code { background: none; padding: 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); } th { font-weight: 600; }
.method { font: 600 .8rem ui-monospace, monospace; border: 1px solid currentColor; border-radius: 4px; padding: .1rem .4rem; margin-right: .5rem; color: var(--accent); }
nav ul { list-style: none; padding: 0; columns: 2; } .quiet { opacity: .75; }
details { margin: .75rem 0; } summary { cursor: pointer; }
`;

export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeMarkup(title)}</title><style>${style}</style></head>
<body>
${body}
</body>
</html>
`;
}
