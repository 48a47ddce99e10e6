import { textStyles } from './text-styles.ts';

/** In a sheet that is constructed, which every content security policy allows. */
export const styles = `
:host {
  --a: #1d4ed8; --a-text: #fff; --bg: #fff; --fg: #1f2328; --soft: #59636e; --line: #818b98; --raised: #f1f4f8; --bad: #b42318;
  color-scheme: light; display: block; font: 15px/1.5 system-ui, sans-serif; color: var(--fg); text-align: start;
}
@media (prefers-color-scheme: dark) {
  :host(:not([theme='light'])) {
    --a: #8ab4ff; --a-text: #0b1220; --bg: #14181f; --fg: #e6e9ee; --soft: #a8b1bd; --line: #6b7683; --raised: #1f2530; --bad: #ff9d94;
    color-scheme: dark;
  }
}
:host([theme='dark']) {
  --a: #8ab4ff; --a-text: #0b1220; --bg: #14181f; --fg: #e6e9ee; --soft: #a8b1bd; --line: #6b7683; --raised: #1f2530; --bad: #ff9d94;
  color-scheme: dark;
}
:host([hidden]), [hidden] { display: none !important; }
*, *::before { box-sizing: border-box; }
.panel {
  display: flex; flex-direction: column; height: var(--avow-height, 32rem); max-height: 100dvh; background: var(--bg);
  border: 1px solid var(--line); border-radius: 12px; overflow: hidden;
}
header { display: flex; align-items: center; gap: 8px; padding: 10px 14px; border-bottom: 1px solid var(--line); }
h2 { flex: 1; margin: 0; font-size: 1rem; }
.log { flex: 1; overflow-y: auto; padding: 14px; overflow-wrap: anywhere; }
.turn { margin: 0 0 20px; }
.question { margin: 0 0 8px auto; padding: 8px 12px; width: fit-content; max-width: 85%; border-radius: 12px; background: var(--raised); }
.answer { margin: 0; }
.note, .status { margin: 8px 0 0; color: var(--soft); }
:host([mark='chat']) .mark { display: none; }
.mark { font-size: .8125rem; }
.problem { margin: 8px 0 0; color: var(--bad); }
h3 { margin: 12px 0 4px; font-size: .875rem; }
ol, ul { margin: 0; padding-inline-start: 1.4em; }
summary { cursor: pointer; }
blockquote { margin: 4px 0; padding-inline-start: 10px; border-inline-start: 3px solid var(--line); color: var(--soft); }
a { color: var(--a); }
.feedback, .receipt { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 10px; color: var(--soft); font-size: .875rem; }
form.inner { flex-wrap: wrap; align-items: center; margin-top: 10px; padding: 0; border: 0; }
form.inner p { margin: 0; width: 100%; }
form.inner p:not(.problem) { color: var(--soft); }
form.inner textarea { width: 100%; flex: none; }
.said { display: flex; flex-direction: column; gap: 8px; width: 100%; }
.handover .reply { align-self: flex-start; }
.handover { display: flex; flex-direction: column; align-items: flex-start; gap: 8px; margin-top: 10px; }
.handover > * { max-width: 100%; }
.handover form { width: 100%; }
.post { white-space: pre-wrap; }
.handover .question { margin-block-end: 0; }
.reply { margin: 0; padding: 8px 12px; max-width: 85%; border-radius: 12px; border: 1px solid var(--line); }
.who { display: block; color: var(--soft); font-size: .875rem; }
input {
  flex: 1; min-width: 10em; min-height: 32px; padding: 4px 10px; font: inherit; color: inherit; background: var(--bg);
  border: 1px solid var(--line); border-radius: 8px;
}
input::placeholder { color: var(--soft); opacity: 1; }
form { display: flex; gap: 8px; padding: 10px 14px; border-top: 1px solid var(--line); }
textarea {
  flex: 1; min-height: 2.75em; max-height: 9em; resize: none; field-sizing: content; padding: 8px 10px; font: inherit; color: inherit;
  background: var(--bg); border: 1px solid var(--line); border-radius: 8px;
}
textarea::placeholder { color: var(--soft); opacity: 1; }
button {
  min-height: 32px; padding: 4px 12px; font: inherit; color: var(--fg); background: var(--raised); border: 1px solid var(--line);
  border-radius: 8px; cursor: pointer;
}
button.primary { color: var(--a-text); background: var(--a); border-color: var(--a); }
button[aria-pressed='true'] { outline: 2px solid var(--a); }
button[aria-disabled='true'] { opacity: .7; cursor: default; }
:focus-visible { outline: 3px solid var(--a); outline-offset: 2px; }
.hidden-label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:host([floating]) { position: fixed; inset-block-end: 20px; inset-inline-end: 20px; z-index: 2147483000; }
:host([floating]) .panel { width: min(24rem, calc(100vw - 40px)); max-height: calc(100dvh - 110px); margin-block-end: 10px; box-shadow: 0 8px 30px #0004; }
.launcher { display: block; min-height: 48px; margin-inline-start: auto; padding: 8px 18px; border-radius: 24px; box-shadow: 0 4px 14px #0004; }
@media (forced-colors: active) { .panel, .question { border: 1px solid; } }
${textStyles}`;
