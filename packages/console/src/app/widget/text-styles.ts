/** How a drawn text looks: paragraphs, lists, code, and tables that scroll instead of breaking their words. */
export const textStyles = `
.text { display: flex; flex-direction: column; gap: 8px; white-space: normal; }
.text p, .text ul { margin: 0; }
.text ul { display: flex; flex-direction: column; gap: 4px; padding: 0; list-style: none; }
.text li { display: grid; grid-template-columns: minmax(1em, max-content) minmax(0, 1fr); gap: 6px; }
.text li > div { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
.text .marker, .text .column-name { color: var(--soft); }
.text .markdown-heading { font-weight: 600; }
.text hr { width: 100%; margin: 0; border: 0; border-top: 1px solid var(--line); }
.text code, .text pre { font-family: ui-monospace, monospace; font-size: .9em; background: var(--raised); border-radius: 4px; }
.text code { padding: 0 3px; }
.text pre { margin: 0; padding: 8px 10px; overflow-x: auto; }
.text .table-frame { max-width: 100%; overflow-x: auto; }
.text table { border-collapse: collapse; overflow-wrap: normal; }
.text th, .text td { min-width: 4.5em; max-width: 20em; padding: 4px 8px; text-align: start; vertical-align: top; border: 1px solid var(--line); }
.text th { background: var(--raised); font-weight: 600; }
`;
