/**
 * Words that occur in nearly every sentence of a language, for languages that share their script with others.
 */
const lists: Readonly<Record<string, string>> = {
  en: 'the of and to in is that for it with as on be are this by or not you from at which have has was can will an your if when their they we all but should must do its been there use more how what',
  de: 'der die das und ist in den von zu mit dem des nicht ein eine für auf im sich auch es an werden wird als sie aus bei sind oder nach einen einer zum zur über wie kann haben hat wenn durch nur ich jeder soll dass wir ihre ihr können diese vor',
  fr: 'le la les de des et est en un une du que qui dans pour pas sur au par plus ne se ce il sont avec ou vous aux cette être son sa ses nous elle mais comme tout leur doit peut toute si ces votre été avoir fait',
  es: 'el la los las de y en que es un una del por con para no se al lo su sus como más o este esta está son pero si sin sobre tiene derecho toda cuando puede ser hay todo entre también ha muy desde usted le han',
  pt: 'o a os as de e em que é um uma do da dos das no na nos nas por com para não se ao sua seu como mais ou são mas pelo pela está tem ser quando pode à também você isso foi há todo toda sem sobre até',
  it: 'il lo la i gli le di e è in che un una del della dei delle per con non si al alla da dal sono come più o ma nel nella suo sua ogni anche essere questo questa ha può se ai su cui quando hanno deve degli tutti',
  nl: 'de het een en van in is dat op te voor met zijn niet aan er om ook als door bij naar of deze worden wordt uit die dan maar heeft hebben over kan tot dit je zal recht ieder haar geen wij moet nog wat',
  sv: 'och i att det som en på är av för med den till inte om har ett de var jag kan från eller vid så ska skall när genom sin vi man detta alla också efter denna under varje blir utan sig hur du',
  da: 'og i at det som en på er af for med den til ikke om har et de var jeg kan fra eller ved så skal når gennem sin vi man dette alle også efter denne under hver bliver uden sig hvordan du blev efter være enhver',
  no: 'og i å det som en på er av for med den til ikke om har et de var jeg kan fra eller ved så skal når gjennom sin vi man dette alle også etter denne under hver blir uten seg hvordan du ble være enhver ingen',
  fi: 'ja on ei se että hän oli mutta tai kun joka sekä niin myös ovat olla hänen sen jos mitä tämä voi kuin siitä mukaan ole jotka minä me te he ne tämän kaikki jokaisella oikeus hän vain jo sitä hänellä',
  et: 'ja on ei et see ta oli või kui mis kes ka oma selle tema nii ning aga tuleb ole saab olla kõik peab seda mitte iga inimesel õigus ega nende mida pole välja tema poolt oma',
  hu: 'a az és hogy nem is egy ez de van meg csak volt vagy ha mint kell minden el még már ki joga aki amely azt ezt nem lehet után mindenkinek személynek valamint sem által között ami',
  pl: 'w i z na nie do się to jest że o od po za dla przez jak oraz jego są ma czy być lub który która które tego tym ale każdy prawo może tylko jako co przy ich przed bez więc można jeśli tak',
  cs: 'a v na je se že s z do to i o k pro za by nebo jako jeho při jsou ale po od není má být který která které každý právo své podle tak ve však aby jen také může již před bez jejich co jak když',
  sk: 'a v na je sa že s z do to i o k pre za by alebo ako jeho pri sú ale po od nie má byť ktorý ktorá ktoré každý právo svoje podľa tak vo však aby len tiež môže už pred bez ich čo keď ak',
  sl: 'in v na je se da za z s do po ki so tudi ne ali pri od kot bi iz lahko ima biti pa pravico vsak ter če kar samo svoje njegovo med kako vse vsakdo ni lahko ki',
  hr: 'i u na je se da za s od do po su koji koja koje ili kao ne to svoje ima biti pravo svatko iz pri ali o nije može te njegov sve kako bez prema što samo ako će bi uz svi kad',
  ro: 'și în de la a cu pe nu este că o un care din pentru se sau mai are sunt prin orice să ale al ca dreptul fi ei sa lui dar după fără poate trebuie către această acest cel ce fie fost am',
  tr: 'bir ve bu için ile de da olarak olan çok daha gibi ne kadar her veya değil ya ise var sonra o mi en hakkı kendi olduğu haiz şahıs hiç ancak göre ki hakkına şey diye yok bütün olur',
  vi: 'và của là có được các trong cho không một người những với đã này để quyền về ra đến hay khi từ mọi đều như theo bất cứ hoặc phải ai nào tôi bị vì nước làm gì nếu cũng sẽ',
  id: 'dan yang di untuk dengan tidak dari dalam ini atau pada itu adalah setiap orang berhak ke akan oleh hak sebagai juga dapat karena mereka kami telah bisa ada anda saya harus secara serta bahwa lebih sudah bagi',
  ca: 'el la els les de i en que és un una del per amb no es al i seu seva com més o són però si tota persona té dret dels aquest aquesta pot ser ha també tot quan sense a les ni als li hi',
  lt: 'ir kad į yra ne su kaip iš tai arba bet apie jis turi teisę kiekvienas žmogus būti bei už dėl nuo jo gali taip pat savo ar per visi tik visų jų tam nei pagal buvo iki po',
  lv: 'un ir ka ar no uz par tiesības kā nav vai lai cilvēkam katram savu viņa bet gan arī pie tas to ko tikai ne būt pēc var jābūt visi kas tiek viņš līdz savas tiem nedrīkst',
  sq: 'të e në dhe për me që një nga i së është ka nuk do si ose kjo ky se janë drejtë gjithkush çdo tij saj por edhe mund ta duhet më kur pa apo këtë sipas',
  sw: 'ya na wa kwa ni katika za la kila mtu haki ana au yake kuwa cha wake hii kama watu bila si lakini vya kwamba pia hiyo zake lazima yoyote yeyote ku',
  tl: 'ang ng sa mga at na ay may tao bawat karapatan kanyang isang hindi o kung para ito siya ni lahat niya pagkakaroon walang upang nang kaniyang maging pang dapat mula',
  af: 'die van en in het is op te vir met nie sy wat aan as deur elkeen reg om of dit hy ook sal word moet enige geen kan nie by tot alle reg daar hulle ons',
  ru: 'и в не на что он с как это по но из у за от его для к или а то все так же быть имеет право каждый человек при если только были может она они мы вы до где когда который без чтобы',
  uk: 'і в не на що він з як це по але із у за від його для до або а та все так бути має право кожна людина при якщо тільки може вона вони ми ви де коли який без щоб є й їх',
  bg: 'и в не на че той с как това по но от за до или а то всички така да се има право всеки човек при ако само може тя те ние вие където когато който без са е като му си чрез',
  sr: 'и у на је се да за с од до по су који која које или као не то своје има бити право свако из при али о није може те његов све како без према што само ако ће би уз',
  mk: 'и во на е се да за со од до по кои која кое или како не тоа свое има бидат право секој човек од при но о може неговото сите без според што само ако ќе би',
  be: 'і ў не на што ён з як гэта па але з у за ад яго для да або а то усё так быць мае права кожны чалавек пры калі толькі можа яна яны мы вы дзе які без каб',
  ar: 'في من على أن إلى لا أو كل ما هذا هذه التي الذي عن مع كان له حق شخص لكل ولا وفي كما فيها بين هو هي قد لم إذا بعد',
  fa: 'و در به از که این را با است برای هر حق یا آن دارد می باید شود کس های نمی خود تا بر نیست همه کند ها او باشد',
  ur: 'اور کے کی میں ہے کا سے کو پر یہ نہیں ہر کہ اس حق شخص یا ہیں جو بھی اپنی نے گا ہو کسی تک اپنے لیے کیا',
  hi: 'के की में है और को का से पर यह नहीं प्रत्येक कि एक इस अधिकार व्यक्ति या हैं जो भी अपने ने हो किसी तक लिए किया करने',
  mr: 'आणि आहे या व च्या हा ही ते त्याला असे नाही प्रत्येक हक्क किंवा आहेत त्या त्याच्या करण्याचा माणसाला अशा मिळण्याचा होईल कोणत्याही',
  ne: 'र को मा छ हो हरेक व्यक्ति लाई अधिकार वा गर्ने यो पनि हुनेछ आफ्नो छैन प्रत्येक तथा भएको कुनै सबै हुन्छ लागि',
};

/** The languages whose texts have each word. */
export const languagesOfWord: ReadonlyMap<string, readonly string[]> = groupByWord();

function groupByWord(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, list] of Object.entries(lists)) {
    for (const word of new Set(list.split(' '))) {
      const known = languages.get(word);
      if (known === undefined) languages.set(word, [language]);
      else known.push(language);
    }
  }
  return languages;
}

export const languagesWithWords: readonly string[] = Object.keys(lists);
