import { stemmer as englishStem } from '@orama/stemmers/english'
import { stemmer as spanishStem } from '@orama/stemmers/spanish'

export type Language = 'en' | 'es'

/** Words without a topic of their own, which show the language. */
const SMALL: Record<Language, Set<string>> = {
  en: wordSet(
    `a about after again all also am an and any are as at be because been before being but by can cannot could did do does
    doing down for from further had has have having he her here hers him his how i if in into is isn it its just ll me more
    most my myself nor of off on once only or other our ours out over own re same shall she should so some such than
    that the their theirs them then there these they this those through to too under until up us ve very was we were what
    when where whether which while who whom whose why will with would you your yours
    don doesn didn aren wasn weren couldn shouldn wouldn haven hasn hadn
    whats whos wheres whens hows thats theres heres im ive dont doesnt didnt isnt arent wasnt werent cant couldnt shouldnt
    wouldnt havent hasnt hadnt wont theyre youre hes shes lets`,
  ),
  es: wordSet(
    `a al algo alguna algunas alguno algunos ante antes aquel aquella asi aun aunque cada como con cual cuales cuando cuanta
    cuantas cuanto cuantos de del desde donde dos e el ella ellas ellos en entre era es esa ese eso esta estan estar estas
    este esto estos fue ha haber hace han hasta hay la las le les lo los mas me mi mis mucho muy nada ni nos nuestra
    nuestro o os otra otro para pero poco por porque pues que quien quienes se sea ser si sin sobre solo son soy su sus
    tambien tan tanto te tengo ti tiene tienen tu tus un una unas uno unos usted ustedes y ya yo
    estoy estamos estaba estaban estuvo estuve sera seran seria eran fui sido he hemos habia habian tenemos tenia nosotros`,
  ),
}
function wordSet(words: string): Set<string> {
  return new Set(words.split(/\s+/))
}

export const isSmallWord = (word: string) => SMALL.en.has(word) || SMALL.es.has(word) || /^\p{L}$/u.test(word)

const WORD = /\d+(?:[.,]\d+)*|[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu

/** Folds a text to compare words: no accents, capitals or ligatures. */
export const plainText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the folded words of a text. For a word with a hyphen, it adds the whole: `follow`, `up`, `followup`. */
export function wordsOf(text: string): string[] {
  const plain = plainText(text)
  const words = (plain.match(WORD) ?? []).map(oneWord)
  for (const [compound] of plain.matchAll(
    /(?<!\p{L})\p{L}+(?:-[\p{L}\d]+)+|\b(?:follow|check|sign|set|pick|make|back|co|pre|x|e) (?:up|pay|ray|mail)\b/gu,
  ))
    words.push(compound.replace(/[- ]/g, ''))
  return words
}

function oneWord(word: string): string {
  if (/^\d/.test(word) && /^[\d.,]+$/.test(word)) return word.replace(/,(?=\d{3}\b)/g, '').replace(/[.,]0+$/, '')
  return word.replace(/['’](?:s|ll|re|ve|d|m|t)?$/, '').replace(/['’]/g, '')
}

/** Returns what is searched for, in the person's own words. */
export const searchedWords = (text: string): string[] =>
  [...new Set(text.normalize('NFC').match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? [])]
    .filter((word) => !wordsOf(word).every(isSmallWord))
    .slice(0, 8)

const stems = new Map<string, string>()
const MOST_STEMS = 50_000

/**
 * Returns the stem that a word is searched by. A Spanish stem has a mark, so that words of the two languages differ.
 */
export function stemOf(word: string, language: Language): string {
  if (/\d/.test(word) || (word.length <= 3 && !(language === 'es' && SPANISH_IRREGULAR.has(word)))) return word
  const key = `${language}${word}`
  let stem = stems.get(key)
  if (stem === undefined) {
    stem =
      language === 'en'
        ? (IRREGULAR.get(word) ?? (INFLAMED.test(word) ? word : englishStem(word.replace(COMPARED, 'y'))))
        : `~${spanishStem(SPANISH_IRREGULAR.get(word) ?? word)}`
    if (stems.size >= MOST_STEMS) stems.clear()
    stems.set(key, stem)
  }
  return stem
}

/** `Heavier` and `heaviest` belong to `heavy`. */
const COMPARED = /(?<=\p{L}{3})ie(?:r|st)$/u
/** `Hepatitis` is an illness, `hepatic` means of the liver. */
const INFLAMED = /itis$/

/** Maps each form of a word to its first form. */
function formsOf(table: string): Map<string, string> {
  const lines = table.split(';').map((line) => line.trim().split(' '))
  return new Map(lines.flatMap((forms) => forms.map((form): [string, string] => [form, forms[0] ?? form])))
}

/** Forms that no rule of endings joins. */
const IRREGULAR = formsOf(`
  pay paid pays paying payed; take took taken takes taking; eat ate eaten eats eating;
  drive drove driven drives driving driver; begin began begun begins beginning;
  break broke broken breaks breaking breakage; child children; tooth teeth; foot feet; see saw seen sees seeing;
  give gave given gives giving; sleep slept sleeps sleeping; bring brought brings bringing;
  leave left leaves leaving; wife wives; swim swam swum swims swimming swimmer; lose lost loses losing loss;
  keep kept keeps keeping; teach taught teaches teaching teacher; person persons people; man men; woman women;
  choose chose chosen chooses choosing choice; grow grew grown grows growing growth;
  speak spoke spoken speaks speaking; write wrote written writes writing; buy bought buys buying;
  sell sold sells selling sale sales; find found finds finding; hear heard hears hearing;
  injure injured injury injuries; operate operated operation operations;
  diagnose diagnosed diagnosis diagnoses diagnostic; allergy allergies allergic; surgery surgeries surgical surgeon;
  prescribe prescribed prescription prescriptions prescribes; medicine medicines medicinal; medication medications
`)

/** Spanish verbs whose stem changes, by infinitive. */
const SPANISH_IRREGULAR = formsOf(`
  dar doy da das dan dio dieron; ir voy va vas van vaya vayan; venir vengo viene vienen venga vengan vino vinieron;
  salir salgo sale salen salga salio salieron; traer traigo trae traen traiga traigan trajo;
  poner pongo pone ponen ponga pongan puso pusieron puesto; hacer hago hace hacen haga hagan hizo hicieron hecho;
  decir digo dice dicen diga digan dijo dicho; cocer cuezo cuece cuecen cueza cuezan cocido coccion;
  mover muevo mueve mueven mueva muevan; remover remuevo remueve remueven remueva remuevan;
  volver vuelvo vuelve vuelven vuelva vuelvan vuelto;
  devolver devuelvo devuelve devuelven devuelva devuelto devolucion; doler duele duelen duela dolor dolores;
  poder puedo puede pueden pueda puedan pudo; contar cuento cuenta cuentan cuente;
  costar cuesta cuestan cueste costo costes coste; jugar juego juega juegan juegue;
  dormir duermo duerme duermen duerma durmio; morir muere mueren muera murio;
  mostrar muestro muestra muestran muestre muestren; encontrar encuentro encuentra encuentran encuentre;
  probar pruebo prueba prueban pruebe; acostar acuesto acuesta acuestan acueste acostarse;
  cerrar cierro cierra cierran cierre cierren; empezar empiezo empieza empiezan empiece empiecen;
  comenzar comienzo comienza comienzan comience comienzo; calentar caliento calienta calientan caliente;
  perder pierdo pierde pierden pierda perdida perdido; entender entiendo entiende entienden entienda;
  encender enciendo enciende encienden encienda; sentir siento siente sienten sienta;
  freir frio frie frien fria frito; sofreir sofrio sofrie sofria sofrito;
  hervir hiervo hierve hierven hierva hirviendo; servir sirvo sirve sirven sirva; pedir pido pide piden pida pidan;
  medir mido mide miden mida medida; repetir repito repite repiten repita;
  seguir sigo sigue siguen siga sigan siguiendo; conseguir consigo consigue consiguen consiga;
  elegir elijo elige eligen elija; recoger recojo recoja recojan recoge recogen recogida; coger cojo coja cojan coge;
  proteger protejo proteja protege; dirigir dirijo dirija dirige; reducir reduzco reduzca reduce reducen;
  conducir conduzco conduzca conduce; conocer conozco conozca conoce; ofrecer ofrezco ofrezca ofrece;
  pagar pago paga pagan pague paguen pagado; llegar llego llega llegan llegue lleguen llegado;
  entregar entrego entrega entregan entregue entreguen; sacar saco saca sacan saque saquen;
  buscar busco busca buscan busque; tocar toco toca tocan toque toquen; aplicar aplico aplica aplican aplique;
  secar seco seca secan seque; colgar cuelgo cuelga cuelgan cuelgue; regar riego riega riegan riegue;
  romper rompo rompe rompen rompa roto rota; abrir abro abre abren abra abran abierto;
  cubrir cubro cubre cubren cubra cubierto; escribir escribo escribe escriba escrito;
  caer caigo cae caen caiga caida; oir oigo oye oyen oiga; leer leo lee leen lea leyo; creer creo cree creen crea;
  ingerir ingiere ingiera; digerir digiere digiera
`)

/** 400 usual pieces have fewer. */
const LANGUAGE_CHARACTERS = 60_000

/** Finds the language of a file from its first pieces. */
export const languageOfFile = (pieces: { text: string }[]): Language => {
  const first = pieces.slice(0, 400).map(({ text }) => text)
  return languageOf(first.join('\n').slice(0, LANGUAGE_CHARACTERS)) ?? 'en'
}

/** Tells English from Spanish by the small words; `null` if it is unclear. */
export function languageOf(text: string): Language | null {
  const words = wordsOf(text)
  const count = (language: Language) => words.filter((word) => SMALL[language].has(word)).length
  const accents = /[ñ¿¡áéíóú]/i.test(text) ? 1 : 0
  const [en, es] = [count('en'), count('es') + accents]
  return en === es ? null : en > es ? 'en' : 'es'
}

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|' +
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre'
const DAYS =
  'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?'
const UNITS =
  'seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|segundos?|minutos?|horas?|dias?|semanas?|mes|meses|anos?'
const NUMBERS =
  'one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta'

/** The kinds of things that a text may name. */
const SIGNS = {
  date: new RegExp(
    `\\b(?:(?:${MONTHS})\\.?\\s+\\d{1,2}\\b|\\d{1,2}(?:st|nd|rd|th)?\\s+(?:de\\s+|of\\s+)?(?:${MONTHS})\\b|(?:${MONTHS})\\s+(?:de\\s+)?\\d{4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}|\\d{1,2}/\\d{1,2}\\b)|\\b(?:${DAYS})\\b|\\btomorrow\\b|\\b(?:\\d{1,2}(?:st|nd|rd|th)|first|last) (?:business |working )?day\\b`,
    'u',
  ),
  time: /\b\d{1,2}:\d{2}\b|\b\d{1,2}\s?(?:a\.?m\b|p\.?m\b)|\bnoon\b|\bmidnight\b|\bmidday\b|\bmediodia\b|\bmorning\b|\bevening\b|\bbedtime\b|\ba las \d/u,
  duration: new RegExp(
    `\\b(?:\\d+(?:[.,]\\d+)?|${NUMBERS})(?:\\s?(?:-|to|or|a|o|y)\\s?(?:\\d+|${NUMBERS}))?[\\s-]+(?:business |calendar |working |full |more )?(?:${UNITS})\\b|\\b(?:every|each|cada)\\s+(?:other\\s+|\\d+\\s+)?(?:${UNITS})|\\b(?:daily|weekly|monthly|yearly|annually|once|twice)\\b`,
    'u',
  ),
  money: /[$€£]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|usd|eur|cents?|dolares|€)(?!\p{L})/u,
  phone:
    /(?:\+?\d{1,3}[\s.-])?\(?\b\d{3}\)?[\s.-]\d{3}[\s.-]?\d{2,4}(?:[\s.-]?\d{2})?\b|\b\d{3}-\d{4}\b|\b(?:call|llame al|marque)\s+(?:911|988|112|211|711)\b/u,
  email: /[^\s@]@[^\s@]{1,200}\.\w/u,
  dose: /\b\d[\d.,]*\s?(?:mg|mcg|ml|iu|units?|puffs?|drops?|tablets?|capsules?|comprimidos?|gotas?|capsulas?|tabletas?|inhalaciones|ui)\b|\b(?:one|two|half a|un|una|dos|medio) (?:tablet|capsule|pill|puff|comprimido|tableta|capsula|pastilla)s?\b/u,
  percent: /\d\s?%|\bper ?cent\b|\bpor ciento\b/u,
  number: new RegExp(`\\d|\\b(?:${NUMBERS})\\b`, 'u'),
  rule: /\b(?:do not|don'?t|must|may|should|avoid|allow(?:s|ed)?|permit(?:s|ted)?|never|not before|prohibited|forbidden|required?|is fine|is ok(?:ay)?|needs?|no (?:debe|tome|se|levante|haga|puede)|debe|puede|prohibid[oa]|permit[ei]\w*|evite|admite|(?:un)?suitable|(?:not )?(?:covered|included|excluded|accepted)|entitled|exempt|apt[oa]|incluid[oa]s?|se puede[n]?|^no)\b|^\W*no \p{L}|\bcan(?:not|'t)?\b/u,
  address:
    /\b\d{1,5}\s+(?:\p{L}+\.?\s+){1,4}(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|way|court|ct|place|pl|parkway|highway|hwy|suite)\b|\b(?:calle|avenida|avda|plaza|paseo)\s+\p{L}|\b[a-z]{2} \d{5}\b|\b(?:room|suite|floor|building|sala|planta|piso) \d|\b(?:first|second|third|fourth) floor\b/u,
} satisfies Record<string, RegExp>
/** Sections that papers have: when to call for help, what to do. */
const PLACES = {
  warning:
    /\b(?:when (?:to|you should|should you)|cuando(?: debe)?) (?:call|worry|seek|get|go|come|see|contact|return|llamar|acudir|consultar|ir|volver)\b|\b(?:call|dial|llame al?) (?:911|112|061)\b|\b(?:call|contact|see|seek|tell|come back|come in|return|go (?:to|back)|get help|avise|llame(?:nos)?|acuda|consulte|vuelva|vaya|venga|contacte|warning signs?|danger signs?|signos? de alarma|senales de alarma)\b(?:.{0,80}\b(?:if|when|in case|at once|immediately|same day|right away|si|cuando|en caso|de inmediato)\b|\W*$)|\b(?:if|si)\b.{5,120}[,:] (?:please )?(?:call|contact|see|seek|tell|come|return|go to|avise|llame|acuda|consulte|vuelva|vaya)\b/u,
  task: /\bwhat (?:you|we (?:need|ask|want)|to do|is needed)\b.{0,40}$|\b(?:next steps?|action (?:needed|required)|your part|to do)\W*$|\b(?:you|we ask you to) (?:must|need to|have to)\b|\b(?:lo que |que )(?:debe|tiene que|hay que|necesita|necesitamos)(?: \p{L}+){0,2}\W*$|\b(?:proximos pasos|pasos a seguir|que hacer)\W*$|\b(?:debe|tiene que|debera) \p{L}+r\b/u,
} satisfies Record<string, RegExp>
export type Place = keyof typeof PLACES
export type Sign = keyof typeof SIGNS | Place | 'person' | 'flag'

const NAMED =
  /\b(?:Dr|Dra|Drs|Mr|Mrs|Ms|Sr|Sra|Prof|Nurse|Doctor|Doctora|Don|Doña|D\.ª)\.?\s+\p{Lu}|(?<!\p{L})\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}\.)?\s\p{Lu}[\p{L}'’-]+,?\s(?:MD|M\.D\.|DO|NP|RN|PA(?:-C)?|PT|DPT|DDS|PhD|Esq)\b|(?:^|[\s(:,;])\p{Lu}\p{Ll}+(?:\s(?:\p{Lu}\.|de|del|la|van|von))?\s\p{Lu}\p{Ll}+/u
/** A result outside its range, as reports mark it. */
const FLAGGED =
  /(?:^|\s)(?:H|L|HH|LL|C|A|\*|High|Low|HIGH|LOW|Abnormal|ABNORMAL|Critical|CRITICAL|Alto|Bajo|ALTO|BAJO|Elevad[oa]|Fuera de rango)(?=\s|$|[,.;*])|[↑↓]/u

export function signsOf(text: string): Set<Sign> {
  const plain = plainText(text)
  const signs = new Set<Sign>()
  for (const [sign, pattern] of Object.entries(SIGNS)) if (pattern.test(plain)) signs.add(sign as Sign)
  if (NAMED.test(text)) signs.add('person')
  if (/\d/.test(text) && FLAGGED.test(text)) signs.add('flag')
  return signs
}

export function placesIn(text: string): Place[] {
  const plain = plainText(text)
  return Object.entries(PLACES).flatMap(([place, pattern]) => (pattern.test(plain) ? [place as Place] : []))
}

const MONTH_NUMBERS = new Map(
  'jan/ene feb mar apr/abr may jun jul aug/ago sep/set oct nov dec/dic'
    .split(' ')
    .flatMap((names, at) => names.split('/').map((name): [string, number] => [name, at + 1])),
)

const DATES = new RegExp(
  `\\b(?:(?<m1>${MONTHS})\\.?\\s+(?<d1>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s+(?<y1>\\d{4}))?|(?<d2>\\d{1,2})(?:st|nd|rd|th|º)?\\s+(?:de\\s+|of\\s+)?(?<m2>${MONTHS})\\b(?:,?\\s+(?:de\\s+)?(?<y2>\\d{4}))?|(?<y3>\\d{4})-(?<m3>\\d{2})-(?<d3>\\d{2})|(?<a4>\\d{1,2})[/.](?<b4>\\d{1,2})[/.](?<y4>\\d{4}|\\d{2}))\\b`,
  'gu',
)

/** Finds the days that a text names, as written and as dates. A day without a year gets the one nearest to today. */
export function daysIn(
  text: string,
  today: Temporal.PlainDate,
  language: Language,
): { said: string; day: Temporal.PlainDate }[] {
  const found: { said: string; day: Temporal.PlainDate }[] = []
  if (!/\p{N}/u.test(text)) return found
  // Keep the length of the text, so that matches can be cut out of the original.
  const plain = Array.from(
    text,
    (letter) => plainText(letter).at(0)?.padEnd(letter.length) ?? ' '.repeat(letter.length),
  ).join('')
  for (const match of plain.matchAll(DATES)) {
    const { m1, d1, y1, d2, m2, y2, y3, m3, d3, a4, b4, y4 } = match.groups ?? {}
    const name = m1 ?? m2
    const isDayFirst = Number(a4) > 12 || (language === 'es' && Number(b4) <= 12)
    const month = name ? MONTH_NUMBERS.get(name.slice(0, 3)) : Number(m3 ?? (isDayFirst ? b4 : a4))
    const day = Number(d1 ?? d2 ?? d3 ?? (isDayFirst ? a4 : b4))
    const given = y1 ?? y2 ?? y3 ?? y4
    const year =
      given === undefined ? null : Number(given) + (given.length === 2 ? (Number(given) > 40 ? 1900 : 2000) : 0)
    const date = month ? dayOf(year, month, day, today) : null
    if (date) found.push({ said: text.slice(match.index, match.index + match[0].length), day: date })
  }
  return found
}

function dayOf(year: number | null, month: number, day: number, today: Temporal.PlainDate): Temporal.PlainDate | null {
  try {
    const of = (one: number) => Temporal.PlainDate.from({ year: one, month, day }, { overflow: 'reject' })
    if (year !== null) return of(year)
    const far = (one: Temporal.PlainDate) => Math.abs(today.until(one).total('days'))
    return [today.year - 1, today.year, today.year + 1]
      .map(of)
      .reduce((best, one) => (far(one) < far(best) ? one : best))
  } catch {
    return null
  }
}
