/** Folders of real pages; `docs` in each has their URLs, titles and texts. */
export const corpora = [
  'corpus_mdn',
  'corpus_github_docs',
  'corpus_kubernetes_docs',
  'corpus_postgresql15_docs',
  'corpus_sourcegraph_handbook',
  'corpus_gsa_tts_handbook',
  'corpus_owasp_cheatsheets',
  'corpus_govuk_dev_docs',
] as const;
