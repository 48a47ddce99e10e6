/** In each language, what is said to a question in it that no model serves. `{languages}` names those that are served. */
const statements: Readonly<Record<string, string>> = {
  en: 'I did not find an answer to this. Without a language model, this service understands questions in {languages} only; in other languages it finds only the same words. Please ask in {languages}.',
  de: 'Dazu habe ich keine Antwort gefunden. Ohne Sprachmodell versteht dieser Dienst nur Fragen auf {languages}; in anderen Sprachen findet er nur gleiche Wörter. Bitte fragen Sie auf {languages}.',
  fr: 'Je n’ai pas trouvé de réponse. Sans modèle de langage, ce service ne comprend que les questions en {languages} ; dans les autres langues, il ne trouve que les mêmes mots. Veuillez poser la question en {languages}.',
  es: 'No he encontrado una respuesta. Sin un modelo de lenguaje, este servicio solo entiende preguntas en {languages}; en otros idiomas solo encuentra las mismas palabras. Por favor, pregunte en {languages}.',
  it: 'Non ho trovato una risposta. Senza un modello linguistico, questo servizio capisce solo domande in {languages}; nelle altre lingue trova solo le stesse parole. Si prega di porre la domanda in {languages}.',
  nl: 'Ik heb hierop geen antwoord gevonden. Zonder taalmodel begrijpt deze dienst alleen vragen in het {languages}; in andere talen vindt hij alleen dezelfde woorden. Stel de vraag in het {languages}.',
  pt: 'Não encontrei uma resposta. Sem um modelo de linguagem, este serviço só entende perguntas em {languages}; noutros idiomas só encontra as mesmas palavras. Por favor, pergunte em {languages}.',
};

/** Which languages are served, in this language if there is a text in it, else in English. */
export function stateLanguages(language: string, served: readonly string[]): string {
  const [spoken, statement] =
    statements[language] === undefined ? ['en', statements['en']] : [language, statements[language]];
  const named = new Intl.DisplayNames([spoken], { type: 'language' });
  const names = new Intl.ListFormat(spoken).format(served.map((one) => named.of(one) ?? one));
  return (statement ?? '').replaceAll('{languages}', () => names);
}
