import { type ProblemCode, problems } from '@avow/contract/values';
import { escapeMarkup } from '@avow/text';
import { htmlPage, proseHtml } from './html.ts';

/** The page that the `type` of a problem document leads to. */
export function problemPage(code: ProblemCode): string {
  const { title, status, meaning, remedy, retryable } = problems[code];
  return htmlPage(
    `${title} · Avow`,
    `<p><a href="../docs">Avow reference</a></p>
<h1>${escapeMarkup(title)}</h1>
<p><code>${code}</code> <span class="quiet">HTTP ${status}</span></p>
<p>${proseHtml(meaning)}</p>
<h3>What to do</h3>
<p>${proseHtml(remedy)}</p>
<p class="quiet">${retryable ? 'The same request may succeed later.' : 'The same request will fail again.'}</p>`,
  );
}
