/** What a pack has beyond the style of reports. */
export const documentStyle = `
a{color:var(--accent)}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em;overflow-wrap:anywhere}
.contents{columns:2 260px;padding-left:20px}.contents a{display:inline-block;padding:4px 0}
.control{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--faint);border-radius:8px;padding:12px 16px;margin:10px 0;overflow-wrap:anywhere}
.control .badge{color:var(--faint)}
.control.met{border-left-color:var(--good)}.control.met .badge{color:var(--good)}
.control.partly{border-left-color:var(--warn)}.control.partly .badge{color:var(--warn)}
.control.not_met{border-left-color:var(--bad)}.control.not_met .badge{color:var(--bad)}
ul.plain{list-style:none;margin:0;padding:0}
tbody th{font-weight:400;color:inherit;font-size:inherit;min-width:12em}
.table{margin:8px 0}
td.number+td:not(.number){padding-left:20px}
tbody tr:last-child th{border-bottom:0}
@media print{a{color:inherit;text-decoration:none}.control,tr{break-inside:avoid}h2{break-after:avoid}nav{display:none}}
`;
