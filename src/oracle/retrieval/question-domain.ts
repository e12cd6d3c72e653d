import { isSmallWord, type Language, languageOf, plainText, stemOf, wordsOf } from '../document/term-domain.ts'
import { type Alternative, alternativesOf, mattersOf } from './matter-domain.ts'
import { needsOf, placesOf, type Wish, wishesOf } from './wish-domain.ts'

/** A word or phrase of a question, and what files may say for it. */
export type Matter = {
  words: string[]
  alternatives: Alternative[]
  /** How much it says, from 0 to 1. */
  importance: number
  /** It comes from the question before. */
  isEarlier?: true
  /** It is written as the name of a place, such as a town. */
  isName?: true
  /** An action or a quality, which papers describe in many ways. */
  isDoing?: true
  /** The question asks whether it exists: `Is there a gym?` */
  isMust?: true
}

/** @property needs what the text of every answer must have */
export type Asked = { language: Language; wishes: Set<Wish>; matters: Matter[]; needs: RegExp[] }

/** Words that ask for something but are not its subject. */
const ASKING = new Set(
  wordsOf(
    `tell say says said show explain describe mention mentions mentioned state states summarize summarise summary overview please
    document documents file files page pages pdf text upload uploaded attached attachment much many know want find
    question according oracle hi hello thanks thank read would could got let list name mean means meaning exactly okay ok
    kind sort thing things long often soon else ever really actually still happen happens happened look like what's
    there anything something everything someone anyone way supposed sure maybe also right anyway again today now
    dime dice decir mostrar muestra explica explicame describe resumen resume resumir resumeme documento documentos archivo
    archivos pagina quiero quisiera saber pregunta segun gracias hola favor lee leer lista cual cuales tipo cosa cosas puedo puede
    debo debe deberia tengo hay pasa significa ahora hoy todavia aun trata tratan habla`,
  ),
)
const LANGUAGES: Language[] = ['en', 'es']
/** Words that say something, but less than others. */
const LIGHT = `type take need get go make use give put come went going goes gone comes came need needs needed want wants wanted help keep call next last first new old good bad
    not no without left leave over miss show shows try tries turn turns run set let begin become became think thinks seem seems feel
    feels see sees saw seen hear hears lot bit kind sort version title better best worse worst well little few extra instead else
    talk speak ask asks told answer answers happen hold holds live lives bring brings carry follow follows change changes
    easy hard free fast slow early late soon later possible real true wrong bigger larger higher lower together away back out up down
    home house place thing guy lady man woman reason part parts point side case cases every still yet already now then currently
    receive receives received include includes included accept plus per between
    high low normal big small many all every each any day days time times date number allowed allow okay must
    person people one two both part start stop end month week year due before after during without within work works
    pay change check send ask set best much more less long old full own different important necessary safe able meantime meanwhile another further additional else since somewhere anywhere nowhere /
    tomar tomo tomarme necesito necesita hacer hago dar poner ir usar proximo proxima ultimo ultima primero primer primera nuevo nueva
    alto alta bajo baja normal dia dias hora tener tiene tienen haber seguir sigo sigue ir voy volver vuelvo caso casos hasta no si cada
    dejar dejo quedar quiere quieren gusta lado casa pedir pido llevar llevo traer mejor peor mas menos gran grande pequeno hace
    tuvo tuve tener pusieron puso pongo hizo hicieron dieron dio dan fui fueron esta estar estoy sale salen lleva llevan dura
    va van vas meto meter metes ve ven vemos veo ver bien mal otro otra otros otras verla verlo verle
    vez veces fecha numero persona empezar terminar mes semana ano antes despues`
/** Words that can be said about anything: who, how and when. A file may answer without them. */
const VAGUE = `set sets middle side top bottom way ways daughter son mother father mom dad wife husband kid kids child children girl boy nephew niece cousin brother sister grandma grandpa
    grandmother grandfather friend partner spouse family baby he she somebody nobody everybody others lady guy folks
    play plays playing visit visiting enter entering touch wait waiting hurt hurts try buy bought meet meeting meant offer offers
    ship handle handles deal count counts charge charges reach remove add put sit stand walk lie fall fell save finish complete cause
    causes affect lead leads respond prepare choose pick throw broke break replace join open close cover covers apply applies depend
    allow require recommend recommended suggest suggested describe decide decided provide provided contain contains consist belong
    belongs matter matters explain learn understand agree expect expected manage happen cut turn plan planning worry worried accept
    winter summer spring autumn fall weekend morning afternoon evening night noon tonight yesterday tomorrow monday tuesday wednesday
    thursday friday saturday sunday january february march april may june july august september october november december
    regular usual usually normal normally typical special specific certain main exact general common similar nice great big huge tiny
    short quick slow hot cold warm light heavy strong weak dark clean dirty dry wet safe dangerous serious ready sick ill well okay
    anymore during between against around inside outside near far maximum minimum total whole half double again regularly immediately
    problem somebody someone three four five six seven eight nine ten neighbor neighbors neighbour minute ground
    thanksgiving christmas easter halloween holidays birthday wedding ramadan /
    hija hijo madre padre mama papa esposa esposo marido mujer nina nino ninos hermano hermana abuela abuelo amigo amiga primo prima
    sobrino sobrina familia bebe alguien nadie
    duele doler entregar entrego entrega llamar llama llaman llamo pagar paga pago pagan cobrar cobra cobran comprar compro comprado
    esperar espero visitar jugar entrar entro salir poner quitar abrir cerrar mandar enviar recibir recibo devolver devuelven avisar
    cambiar ayudar ayuda preparar elegir perder perdido romper roto guardar usar uso funciona funcionar sirve servir cubre
    incluye corresponde toca ocurre sucede recomienda recomiendan permite permiten decidir decidio aceptar
    invierno verano primavera otono lunes martes miercoles jueves viernes sabado domingo manana tarde noche
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    normalmente especial general principal exacto tiempo rato mucho poco bastante rapido lento caliente frio fuerte oscuro claro
    ramadan navidad navidades semana santa cumpleanos boda verano problema
    tres cuatro cinco seis siete ocho nueve diez
    vecino vecina alguien veo vemos meto
    limpio sucio seco mojado seguro peligroso grave listo enfermo durante entre contra dentro fuera cerca lejos maximo minimo total medio doble`
/** Words for what is wanted. A date, an amount or a number answers without saying them. */
const WISHED = `cost costs price prices fee charge amount pay paid deadline phone telephone number call contact email address name hours /
    cuesta cuestan costo coste precio importe pagar plazo telefono llamar numero correo direccion nombre horario`
const WISHED_COUNTS = 0.5
/** Builds a check whether a table has a word with any ending: English words left of `/`, Spanish ones right of it. */
function among(table: string): (word: string) => boolean {
  const parts = table.split('/').map((part) => wordsOf(part))
  const stems = LANGUAGES.map((language, at) => new Set(parts[at]?.map((word) => stemOf(word, language))))
  return (word) => LANGUAGES.some((language, at) => stems[at]?.has(stemOf(word, language)))
}
const isPaying = among(WISHED)
const isVagueWord = among(VAGUE)
export const isLightWord = among(LIGHT)
const wished = new Set(wordsOf(WISHED))
const MODAL = new Set(
  LANGUAGES.flatMap((language) => ['puede', 'debe', 'tiene', 'show', 'tell'].map((word) => stemOf(word, language))),
)
const isAskingWord = (word: string) => ASKING.has(word) || MODAL.has(stemOf(word, 'es'))

export function readQuestion(text: string): Asked {
  const plain = plainText(text).replace(SOMETIMES, ' ')
  const known = languageOf(text)
  const language = known ?? 'en'
  const wishes = wishesOf(plain)
  const sentences = text.split(CLAUSE)
  const isQuestion = (sentence: string) => /\?/.test(sentence)
  const whole = new Set(sentences.filter((sentence) => !BESIDES.test(sentence)))
  const last = sentences.findLast((sentence) => whole.has(sentence))
  const isWholeAsked = [...whole].some(isQuestion)
  const isAsking = (sentence: string) =>
    whole.has(sentence) && (isWholeAsked ? isQuestion(sentence) : sentence === last)
  const matters: Matter[] = []
  const doings = new Set<string>()
  for (const sentence of sentences) {
    const words = wordsOf(plainText(sentence).replace(MEASURES, ' ')).slice(0, MOST_WORDS)
    const names = namesIn(sentence)
    for (const word of doingsIn(sentence)) doings.add(word)
    // What is said before the question itself counts less.
    const importance = isAsking(sentence) ? 1 : SAID_BEFORE
    for (const matter of mattersOf(words, (word) => !isSmallWord(word) && !isAskingWord(word), known))
      if (!matters.some((one) => one.words.join(' ') === matter.words.join(' ')))
        matters.push({ ...matter, importance, ...(matter.words.every((word) => names.has(word)) && { isName: true }) })
  }
  // `How much is it?` asks for the price without saying so.
  const price = PRICED.exec(plain) && !matters.some(({ words }) => words.some((word) => wished.has(word)))
  if (price && matters.length > 0)
    matters.push({
      words: [language === 'es' ? 'precio' : 'price'],
      alternatives: alternativesOf(['price']),
      importance: 1,
    })
  const isAllLightWords = (matter: Matter) =>
    matter.words.every((word) => isLightWord(word) || isSmallWord(word) || isAskingWord(word))
  // `Be away` and `next year` say more than their words.
  const isPhrase = (matter: Matter) =>
    matter.words.length > 1 &&
    isAllLightWords(matter) &&
    !matter.words.some((word) => isAskingWord(word) || isPaying(word) || /^needs?$/.test(word))
  const isLight = (matter: Matter) => isAllLightWords(matter) && !isPhrase(matter)
  const isVague = (matter: Matter) => matter.words.length === 1 && matter.words.every(isVagueWord)
  const deictic = new Set(Array.from(plain.matchAll(DEICTIC), ([, paper = '']) => paper))
  const isThisPaper = (matter: Matter) => isPaper(matter) && matter.words.every((word) => deictic.has(word))
  const isCover = (matter: Matter) =>
    matter.words.every((word) => COVER.has(word) || isLightWord(word) || isSmallWord(word))
  // If nothing says more, the light words are what is asked about.
  const isAllLight = matters.every(isLight)
  const isWish = (matter: Matter) =>
    wishes.size > 0 && matter.words.every((word) => wished.has(word) || isSmallWord(word))
  // `I lost my key, what does it cost?` is about the key.
  const isToldBefore = matters.every(
    (matter) => matter.importance < 1 || isLight(matter) || isWish(matter) || isVague(matter) || isCover(matter),
  )
  if (isToldBefore) for (const matter of matters) matter.importance = 1
  const isAllWish = matters.every((matter) => isLight(matter) || isWish(matter))
  const isAllCover = matters.every((matter) => isLight(matter) || isVague(matter) || isWish(matter) || isCover(matter))
  const weighed = matters.map((matter) =>
    isAllLight
      ? matter.words.every((word) => isAskingWord(word) || isSmallWord(word)) && matters.length > 1
        ? { ...matter, importance: LIGHT_WEIGHT }
        : matter
      : isPhrase(matter)
        ? { ...matter, importance: matter.importance * PHRASE_COUNTS }
        : isLight(matter) || (isThisPaper(matter) && matters.length > 1)
          ? { ...matter, importance: LIGHT_WEIGHT }
          : (isWish(matter) || (isCover(matter) && !isAllCover)) && !isAllWish
            ? { ...matter, importance: WISHED_COUNTS }
            : isVague(matter)
              ? { ...matter, importance: matter.importance * VAGUE_WEIGHT }
              : matter,
  )
  const there = wishes.has('may') ? Array.from(plain.matchAll(THERE), ([, thing = '']) => thing) : []
  for (const matter of weighed)
    if (matter.words.length === 1 && doings.has(matter.words[0] ?? '')) matter.isDoing = true
  for (const matter of weighed)
    if (matter.importance === 1 && matter.words.some((word) => there.includes(word))) matter.isMust = true
  const places = placesOf(plain).map(
    (sign): Matter => ({ words: [], alternatives: [{ terms: [`#${sign}`], weight: 1 }], importance: 1 }),
  )
  const most = places.length > 0 ? BESIDE_PLACE : 1
  const others = weighed.map((matter) => ({ ...matter, importance: Math.min(matter.importance, most) }))
  return { language, wishes, matters: [...places, ...others].slice(0, MOST_WORDS), needs: needsOf(plain) }
}
const PRICED = /\bhow much (?:is|are|was|were|will)\b|\bcuanto (?:es|son|vale|valen|pago|pagamos)\b/
const SAID_BEFORE = 0.6
/** If a question asks for a section that papers have, its words say less. */
const BESIDE_PLACE = 0.4
const PHRASE_COUNTS = 0.7
/** `Does the building have a gym?` */
const THERE = /\b(?:have|has|there|hay|tiene|tienen) (?:an? |any |some |un |una |algun |alguna )(\p{L}+)/gu
/** Words for what is wanted that are not a matter: the time in `how much time`. */
const MEASURES =
  /\b(?:sum (?:(?:it|this|that) )?up|how much time|(?:at )?what (?:time|day|date|year)|which (?:day|date)|how many (?:days|weeks|months|years|hours|minutes|times)|cuanto tiempo|(?:a )?que (?:hora|dia|fecha)|cuant[oa]s (?:dias|semanas|meses|anos|horas|minutos|veces))\b/g
/** These do not ask for a date. */
const SOMETIMES = /\b(?:de vez en cuando|every now and then|now and then|when needed|cuando sea)\b/g
/** `This letter` is the paper at hand. */
const DEICTIC = /\b(?:this|that|these|est[ea]) (\p{L}+)/gu
/** Words about whether something is insured. What it is says more. */
const COVER = new Set(
  wordsOf(
    'insurance insured insurer insure policy cover covers covered coverage pay pays seguro asegurado asegurada aseguradora poliza cubre cubren cubierto cobertura',
  ),
)
/** Beginnings of side clauses: `Can I pause it while I travel?` is about the pause. */
const BESIDES = /^(?:while|because|although|mientras|porque|aunque)\b/i
/**
 * Where a sentence ends, or a question begins after what is said before it: `Me duele, ¿puedo...`, `I lost it,
 * what...`.
 */
const CLAUSE =
  /(?<=^\W*(?:if|when|si|cuando)\b[^,.?!]{8,80})\s+(?=(?:who|what|where|which|how|quien|qué|dónde|cuánto)\b)|(?<=[.!?])\s+|(?<=\S)\s*(?=¿)|(?<=\S)\s+(?=(?:while|because|although|mientras|porque|aunque)\b)|(?<=[,;:])\s+(?=(?:and |but |so )?(?:who|whom|what|when|where|which|why|how|can|could|may|should|do|does|did|is|are|will|would|am)\b)/iu

/** Finds actions and qualities. Papers describe them in many ways, while a thing has one or two names. */
const doingsIn = (sentence: string): string[] =>
  DOINGS.flatMap((pattern) => Array.from(plainText(sentence).matchAll(pattern), ([, word = '']) => word)).flatMap(
    (word) => wordsOf(word),
  )
const DOINGS = [
  // `Do I wear`, `to get rid of`, `it stinks`; not `to the hospital`.
  /\b(?:i|we|you|he|she|they|it|i'm|we're|to|can|could|should|must|may|will|would|don't|didn't|doesn't|can't|won't) (?:(?:not|also|still|ever|never|just|already|even|have to|need to|get to) )?([a-z]{3,})\b/g,
  // `Is it flashing`, `is lukewarm`.
  /\b(?:am|is|are|was|were|be|been|being|gets?|too|very|so|feels?|looks?) (?:(?:too|very|so|not|still|it|this|that|he|she|they|always) )?([a-z]{4,})(?=\W*$|,| (?:to|for|if|when|while|after|before|and|or|with|by|in|on|at)\b)/g,
  // `¿Puedo congelar...?`, `hay que echar`, `se quema`, `¿cuándo echo...?`
  /\b(?:puedo|puede|pueden|podemos|debo|debe|deben|debemos|que|se|quiero|quiere|me|nos|le|les|lo|voy a|va a|vamos a|sin|para|de|al) ([a-z]{2,}(?:ar|er|ir|arse|erse|irse|arl[oa]s?|erl[oa]s?|irl[oa]s?|ando|iendo))\b/g,
  /\b(?:cuando|como|donde|no) (?:(?:se|me|le|nos|lo|la) )?([a-z]{3,}(?:[oae]|an|en|amos|emos))\b(?= (?:el|la|los|las|un|una|mi|mis|su|sus|al|a)\b)/g,
  /\b(?:se|me|le|nos) ([a-z]{3,}(?:[oae]|an|en))\b/g,
]

/** Finds names of places within a sentence where something is done or comes from: not `the capital of Australia`. */
function namesIn(sentence: string): Set<string> {
  return new Set(Array.from(sentence.matchAll(PLACE), ([, name = '']) => name).flatMap((name) => wordsOf(name)))
}
const PLACE = /(?<=\s)(?:in|at|to|from|near|around|en|a|desde|hasta)\s((?:\p{Lu}\p{Ll}+(?:\s|\b))+)/gu

/** Weight of a matter that an answer may leave out. */
export const VAGUE_WEIGHT = 0.55

/** Removes the names of files from a question. */
export function withoutNames(text: string, names: string[]): { text: string; named: string[] } {
  let rest = text
  const named = names.filter((name) => {
    const bare = name.replace(/\.\w{1,5}$/, '')
    const spoken = [name, bare.length > 5 && /[\s_.-]/.test(bare) ? bare : ''].filter((one) => one !== '')
    const at = spoken.map((one) => rest.toLowerCase().indexOf(one.toLowerCase())).findIndex((one) => one >= 0)
    const spokenName = spoken[at]
    if (spokenName === undefined) return false
    const start = rest.toLowerCase().indexOf(spokenName.toLowerCase())
    rest = `${rest.slice(0, start)} ${rest.slice(start + spokenName.length)}`
    return true
  })
  return { text: rest, named }
}
const MOST_WORDS = 24
const LIGHT_WEIGHT = 0.25

/** Words that people use for a file: `my lab report`, `the lease`. */
const PAPERS = new Set(
  wordsOf(
    `conditions terms rules guidelines estimate quote itinerary reservation brochure leaflet statement application
    condiciones normas reglas presupuesto reserva folleto prospecto circular solicitud
    report letter lease contract agreement bill invoice statement plan offer record records recipe result results policy summary
    prescription notice form card receipt handbook manual minutes schedule instructions
    informe carta contrato factura receta poliza oferta analisis resultados aviso resumen formulario recibo manual plan
    historial cartilla expediente papers paperwork booklet guide certificate`,
  ),
)
/** Checks whether a matter is a word for a paper. */
export const isPaper = ({ words }: Matter) => words.some((word) => PAPERS.has(word))

/** Words that ask for the whole in brief. */
const BRIEF = new Set(
  wordsOf(
    `short brief briefly quick quickly main key important essential points point facts fact things highlights bottom line nutshell simple
    terms words plain english short version gist recap important basics basic corto breve brevemente principal principales importante
    importantes puntos esencial esenciales palabras pocas datos clave`,
  ),
)
/**
 * Checks whether a question wants a summary of a file, not of something in it. @param isNaming whether a matter is in
 * its name or title
 */
export const isAboutWhole = ({ wishes, matters }: Asked, isNaming: (at: number) => boolean) =>
  wishes.has('summary') &&
  matters.every(
    (matter, at) =>
      matter.importance < 1 ||
      isPaper(matter) ||
      matter.words.every((word) => BRIEF.has(word) || isLightWord(word)) ||
      isNaming(at),
  )

const VALUES = new Set(
  wordsOf(
    `result results value values test tests lab labs blood level levels range reference normal abnormal flagged flags wrong high low
    number numbers outside out bad work bloodwork resultado resultados valor valores prueba pruebas analisis analitica sangre
    rango referencia normal normales anormal anormales alterado alterados mal cosas`,
  ),
)
const DATES = new Set(
  wordsOf(
    'date dates deadline deadlines important key main upcoming fecha fechas plazo plazos importantes principales',
  ),
)
/** Checks whether a question asks which days a file names, for any purpose. */
export const isAboutDates = ({ wishes, matters }: Asked) =>
  wishes.has('list') && matters.length > 0 && matters.every(({ words }) => words.every((word) => DATES.has(word)))

/** Checks whether a question asks which values are out of range, of any kind. */
export const isAboutValues = ({ wishes, matters }: Asked) =>
  wishes.has('flags') &&
  matters.every(({ words }) => words.every((word) => VALUES.has(word) || PAPERS.has(word) || isLightWord(word)))

/** Adds the subject of the question before, which counts less. */
export function joinedWith(asked: Asked, before: Asked): Asked {
  const known = new Set(asked.matters.flatMap(({ words }) => words))
  const earlier = before.matters
    .filter(({ words }) => !words.every((word) => known.has(word)))
    .map((matter) => ({ ...matter, importance: matter.importance * EARLIER, isEarlier: true as const }))
  const wishes = asked.wishes.size > 0 ? asked.wishes : before.wishes
  const own = asked.matters.map((matter) =>
    matter.words.every((word) => isLightWord(word) || wished.has(word))
      ? { ...matter, importance: LIGHT_WEIGHT }
      : matter,
  )
  const needs = asked.needs.length > 0 || asked.wishes.size > 0 ? asked.needs : before.needs
  return { language: asked.language, wishes, matters: [...own, ...earlier], needs }
}
const EARLIER = 0.8
