/** The styles of the page: light, dark and print. */
export const pageStyle = `
:root{color-scheme:light dark;--paper:#f6f7f9;--card:#fff;--ink:#1c2430;--faint:#5b6676;--line:#dfe3ea;--good:#17734b;--bad:#b3261e;--warn:#8a5a00;--accent:#1f5fc4;--quote:#f0f3f8}
@media (prefers-color-scheme:dark){:root{--paper:#0e1116;--card:#14181f;--ink:#e6eaf0;--faint:#9aa5b5;--line:#2b323d;--good:#5fd39c;--bad:#ff8a80;--warn:#f0c060;--accent:#7fb0ff;--quote:#1c222c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:1160px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px}
h2{font-size:19px;margin:40px 0 12px}
h3{font-size:15px;margin:0 0 6px}
h3.changed{margin:20px 0 8px}
p{margin:0 0 8px}
.faint{color:var(--faint)}
.notice{border-left:4px solid var(--warn);background:var(--card);padding:10px 14px;margin:16px 0;border-radius:0 6px 6px 0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:12px;margin:20px 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}
.card .number{font-size:26px;font-weight:600;line-height:1.2}
.card .name{color:var(--faint)}
.card .range{color:var(--faint);font-size:13px}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:16px}
.charts svg{width:100%;height:auto;display:block;border:1px solid var(--line);border-radius:8px}
.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:16px}
.table{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px;overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:4px 10px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
tr:last-child td{border-bottom:0}
th{font-weight:600;color:var(--faint);font-size:13px}
td.number,th.number{text-align:right;padding:4px 0 4px 14px;font-variant-numeric:tabular-nums;white-space:nowrap}
td.better,td.worse,td.unclear,th.number+th:not(.number){padding-left:20px}
.better{color:var(--good)}
.worse{color:var(--bad)}
.unclear{color:var(--faint)}
.filters{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:10px 14px;margin-bottom:12px}
.filters input[type=search]{flex:1 1 220px;padding:6px 8px;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:6px}
.filters label{white-space:nowrap}
.question{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:8px;padding:12px 16px;margin:10px 0;overflow-wrap:anywhere}
.question.partly{border-left-color:var(--warn)}
.question.right,.question.refused_rightly{border-left-color:var(--good)}
.question .head{display:flex;flex-wrap:wrap;gap:4px 12px;justify-content:space-between;align-items:baseline}
.badge{font-size:13px;font-weight:600;color:var(--bad);white-space:nowrap}
.partly .badge{color:var(--warn)}
.right .badge,.refused_rightly .badge{color:var(--good)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:6px 0 0}
dt{color:var(--faint)}
dd{margin:0;white-space:pre-wrap}
dd p{margin:0}
blockquote{margin:0 0 6px;padding:6px 10px;background:var(--quote);border-radius:6px;white-space:pre-wrap}
blockquote cite{display:block;font-style:normal;font-size:13px;color:var(--faint);margin-top:2px}
summary{cursor:pointer;color:var(--accent)}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,320px),1fr));gap:12px}
.pair>div{min-width:0}
[hidden]{display:none!important}
@media (max-width:560px){dl{grid-template-columns:1fr}}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--faint:#444;--line:#ccc;--quote:#f3f3f3}.filters{display:none}.question,.card,.table,.charts svg{break-inside:avoid}main{max-width:none;padding:0}body{font-size:11pt}}
`;
