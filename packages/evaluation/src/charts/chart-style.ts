/**
 * The style of charts. Colours are distinguishable with colour blindness, and each series also has its own mark.
 * Every rule names the chart, so that several can stand in one page.
 */
export const chartStyle = `
.avow-chart{--paper:#fff;--ink:#1c2430;--faint:#5b6676;--grid:#e3e7ed;--one:#1f5fc4;--two:#c2570c;--three:#0f7b6c;font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.avow-chart{--paper:#14181f;--ink:#e6eaf0;--faint:#9aa5b5;--grid:#2b323d;--one:#7fb0ff;--two:#ffa260;--three:#55cdb9}}
@media print{.avow-chart{--paper:#fff;--ink:#000;--faint:#444;--grid:#ddd;--one:#1f5fc4;--two:#c2570c;--three:#0f7b6c}}
.avow-chart .paper{fill:var(--paper)}
.avow-chart text{fill:var(--ink);font-size:12px}
.avow-chart .heading{font-size:16px;font-weight:600}
.avow-chart .faint{fill:var(--faint)}
.avow-chart .figures{fill:var(--faint)}
.avow-chart .grid{stroke:var(--grid);stroke-width:1}
.avow-chart .axis{stroke:var(--faint);stroke-width:1}
.avow-chart .guide{stroke:var(--faint);stroke-width:1.25;stroke-dasharray:5 4;fill:none}
.avow-chart .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}
.avow-chart .spread{stroke:currentColor;stroke-width:1.5;opacity:.55}
.avow-chart .area{fill:currentColor;opacity:.13;stroke:none}
.avow-chart .mark{fill:currentColor;stroke:var(--paper);stroke-width:1}
.avow-chart .series-1{color:var(--one)}
.avow-chart .series-2{color:var(--two)}
.avow-chart .series-3{color:var(--three)}
.avow-chart .series-2 .line{stroke-dasharray:7 3}
.avow-chart .series-3 .line{stroke-dasharray:2 3}
`;
