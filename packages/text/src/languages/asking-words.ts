/**
 * Words that are common in questions but not in other prose. Questions are short, and few words in them are common
 * elsewhere.
 */
const lists: Readonly<Record<string, string>> = {
  en: 'what which who whose when where why how many much long often does did do is are can could may must should would my i me about get any there need happens we our please have has',
  de: 'was welche welcher welches welchen wer wem wen wann wo woher wohin warum wieso wie viel viele lange oft hoch darf kann muss soll gibt ich mein meine meinen bekomme gilt wo wird ist sind hat haben man mir mich brauche passiert kostet wofür womit werden können müssen dürfen sollen bekommen bitte unser unsere mein meiner lang',
  fr: 'que quel quelle quels quelles qui quand où pourquoi comment combien est-ce ce qu puis je peut on dois mon ma mes faut il y a-t-il quoi suis jours ont avez donc dois-je puis-je cela quelqu sont-ils ils elles elle notre nos peuvent doivent coûte sont',
  es: 'qué cuál cuáles quién quiénes cuándo dónde por cómo cuánto cuánta cuántos cuántas puedo puede debo hay mi mis tengo tiene necesito existe pasa días cuesta son están hace nuestro nuestra pueden deben cual cuanto donde cuando como',
  it: 'che cosa quale quali chi quando dove perché come quanto quanta quanti quante posso può devo ho mio mia miei devono serve costa hanno giorni esiste succede bisogna vengono',
  nl: 'wat welke welk wie wanneer waar waarom hoe hoeveel lang vaak mag kan moet ik mijn krijg kost heb nodig gebeurt zijn hebben waarvoor hoelang',
  pt: 'qual quais quem quando onde porquê quanto quanta quantos quantas posso pode devo há meu minha tenho preciso existe acontece dias custa são têm faço',
  sv: 'vad vilken vilket vilka vem när var varför hur många mycket länge får kan måste jag min mitt finns kostar behöver',
  da: 'hvad hvilken hvilket hvilke hvem hvornår hvor hvorfor hvordan mange meget længe må kan jeg min mit koster findes skal',
  no: 'hva hvilken hvilket hvilke hvem når hvor hvorfor hvordan mange mye lenge får kan jeg min mitt koster finnes skal må',
  pl: 'co jaki jaka jakie kto kiedy gdzie dlaczego jak ile czy mogę można muszę mój moje długo często jest są',
  cs: 'co jaký jaká jaké kdo kdy kde proč jak kolik mohu můžu musím můj moje dlouho často je jsou',
  fi: 'mikä mitä mitkä kuka milloin missä miksi miten kuinka paljon monta voinko saanko pitääkö onko minun',
  tr: 'ne hangi kim zaman nerede neden niçin nasıl kaç mı mi mu mü var yok benim kadar',
  ro: 'ce care cine când unde cum cât câte câți pot trebuie am meu mea există',
};

/** The languages that ask with each word. */
export const languagesAsking: ReadonlyMap<string, readonly string[]> = groupByWord();

function groupByWord(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, list] of Object.entries(lists))
    for (const word of new Set(list.split(' ')))
      languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
}
