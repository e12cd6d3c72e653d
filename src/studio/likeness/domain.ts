/** A word of a prompt: folded to small Latin letters, and as it was typed. */
export type Word = { text: string; shown: string; isEnd?: boolean }

const list = (words: string) => new Set(words.split(/\s+/).filter((word) => word !== ''))

/** First names that mean nothing else in a prompt, so `Rose`, `Paris` and `Summer` are not here. */
const FIRST_NAMES = list(`
  aaron abigail adam adrian agnes aidan aisha alan albert alejandra alejandro alex alexander alexandra alexis alice alicia alison
  amanda amelia amy ana andrea andres andrew angela anita anna anne annie anthony antonia antonio arthur ashley barbara barry
  beatriz becky belen benjamin bernard beth betty beyonce bianca brad bradley brenda brett brian brianna britney bruno bryan
  caitlin camila candice carl carla carlos carmen carol carolina caroline catalina catherine cecilia cesar charles charlie
  chloe chris christian christina christine christopher cindy claire clara claudia colin connor craig cristina cynthia daniel
  daniela danielle darren david deborah debbie denise dennis derek diana diego dominic donald donna doris dorothy douglas dylan
  edgar eduardo edward edwin eileen elaine elena eleanor elijah elisa elizabeth ella ellen emily emma emmanuel enrique eric erica
  erika erin ernesto esteban esther ethan eugene eva evan evelyn fabian fatima felipe felix fernanda fernando fiona francesca
  francis francisco fred frederick gabriel gabriela gary gavin gemma george gerald gerard german gina giovanni gloria gonzalo
  gregory guillermo gustavo gwen hailey hannah harold harriet harry heather hector heidi helen helena henry hillary howard hugo
  ian ignacio ines irene isaac isabel isabella ivan jack jackie jacob jacqueline jaime jake james jamie jane janet janice jared
  javier jasmine jason jean jeff jeffrey jenna jennifer jenny jeremy jerry jesse jessica jill jim jimena jimmy joan joanna joaquin
  joel john johnny jonathan jorge jose joseph joshua juan juana juanita judith judy julia julian juliana julie julieta justin
  karen karina karl kate katherine kathleen kathryn katie keith kelly kenneth kevin kim kimberly kristen kristin kurt kyle laura
  lauren laurence lawrence leah leonardo leslie liam linda lindsay lindsey lisa logan lorena louis louise lucas lucia luciana
  luis luisa luke lydia lynn madeline manuel marcela marcia marco marcos margaret maria mariana marie marilyn mario marisol
  marjorie martha martin martina mary mateo matias matthew maureen maurice megan melanie melinda melissa meredith micaela michael
  michelle miguel mike miranda molly monica monique nancy naomi natalia natalie nathan nathaniel neil nicholas nicolas nicole
  nigel noah noelia nora olga oliver olivia oscar owen pablo pamela patricia patricio patrick paul paula paulina pedro peggy
  peter philip phillip phyllis priscilla rachel rafael ralph ramon raquel raul raymond rebecca regina renata rene ricardo richard
  rita robert roberta roberto rodrigo roger rogelio ronald rosa rosario roxana roy russell ruth ryan sabrina sally salvador
  samantha samuel sandra sara sarah sean sebastian selena serena sergio sharon shannon sheila shirley silvia simon sofia sonia
  sophia sophie stacey stacy stanley stella stephanie stephen steve steven stuart susan susana suzanne sylvia tamara tania tanya
  taylor teresa terry theodore theresa thomas tiffany timothy tina todd tom tony tracy trevor tyler ursula valentina valeria
  vanessa veronica vicente victor vincent vivian walter wanda wayne wendy wesley whitney william willow ximena yesenia yolanda
  yvonne zachary zoe mohammed muhammad ahmed ali fatima yuki priya raj sanjay wei ming olga svetlana dmitri vladimir natasha
`)

/** Words that people capitalize but that are not part of a person's name. */
const NOT_NAMES = list(`
  a an and the of in on at by to into from with without for over under near as is or no not el la los las un una unos unas y en
  con sin por para al del de su the this that her his their our my your its
  man men woman women lady ladies girl girls boy boys people person couple body bodies figure figures model models dancer dancers
  portrait painting photo photograph picture image drawing sketch statue sculpture fresco poster art artist study studies
  young old beautiful pretty lovely tall small big little long short dark light bright soft warm cold cool hot wet dry wild free
  red blue green yellow orange purple pink white black grey gray brown gold golden silver violet crimson scarlet emerald
  azul rojo roja verde amarillo negro negra blanco blanca dorado rosado
  beach sea ocean lake river creek bay island islands mountain mountains mount hill hills valley desert forest wood woods park
  garden gardens tree trees flower flowers rose lily leaf leaves grass sky sun moon star stars night day morning evening dawn dusk
  sunset sunrise winter spring summer autumn fall rain snow storm mist fog cloud clouds light shadow shadows water fire stone sand
  street road avenue boulevard lane square bridge tower house castle palace temple church cathedral chapel museum gallery hall
  opera theater theatre library university college school station airport market harbor harbour port city town village county
  state states coast north south east west northern southern eastern western central upper lower new old great saint san santa
  santo los las st mt fort cape point falls canyon national republic kingdom empire
  january february march april may june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday christmas easter halloween carnival
  english spanish french german italian greek roman dutch russian chinese japanese korean indian african american european asian
  british irish scottish mexican brazilian cuban persian turkish egyptian arabic hebrew latin victorian renaissance baroque gothic
  rococo classical neoclassical impressionist expressionist surrealist cubist romantic modern contemporary deco nouveau pop
  america europe africa asia australia england britain ireland scotland wales france germany italy spain portugal greece turkey
  russia china japan korea india mexico brazil argentina chile peru cuba canada california texas florida virginia georgia carolina
  hawaii alaska nevada arizona oregon montana louisiana london paris rome venice florence milan naples berlin munich vienna prague
  madrid barcelona lisbon athens istanbul cairo moscow tokyo kyoto osaka beijing shanghai delhi mumbai sydney york angeles francisco
  diego vegas miami chicago boston seattle austin dallas houston orleans hollywood manhattan brooklyn harlem soho broadway buenos
  aires janeiro rio hong kong dubai bangkok bali ibiza havana costa rica puerto notre dame eiffel louvre prado uffizi
  venus aphrodite apollo zeus hera hercules adonis cupid eros psyche diana artemis athena mars mercury jupiter saturn neptune
  poseidon bacchus dionysus nymph nymphs satyr adam eve bathsheba susanna elders salome judith leda danae godiva maja olympia
  buddha shiva krishna parvati kali khajuraho god goddess angel angels
  noir film movie book cover magazine album jazz blues rock club bar cafe hotel spa gym fashion week show festival parade
  high low ultra hd cinematic realistic detailed style digital oil watercolor acrylic canvas vintage retro
  nikon canon sony leica fuji fujifilm kodak polaroid hasselblad photoshop unreal engine octane render artstation deviantart
  cabernet sauvignon coca cola red bull victoria secret calvin klein
`)

const isCapital = (shown: string) => /^\p{Lu}/u.test(shown)
const isShouted = (shown: string) => shown.length > 1 && shown === shown.toUpperCase()
const PARTICLES = list('de del la di da van von der den bin al el o mc')
/** Words before the name of a picture's artist, who is not the person in it. */
const CREDITS = [
  ['by'],
  ['after'],
  ['style', 'of'],
  ['manner', 'of'],
  ['estilo', 'de'],
  ['inspired', 'by'],
  ['pintado', 'por'],
  ['por'],
]

/**
 * Finds the first consecutive words that read as a person's name: a first name with a surname, or two capitalized words
 * that are neither ordinary words nor the name of a painter whose style the prompt requests.
 * @param isOther tells whether a word is not a name
 */
export function findName(words: Word[], isOther: (word: Word) => boolean): string | null {
  const letters = words.filter(({ shown }) => /^\p{L}{3,}/u.test(shown))
  const capitals = letters.filter(({ shown }) => isCapital(shown))
  // If most words are capitalized, capitals mean nothing.
  const isTitle = letters.length > 3 && capitals.length / letters.length > 0.6
  const isAllShouted = letters.length > 1 && letters.every(({ shown }) => isShouted(shown))
  const canBe = (word: Word | undefined): word is Word =>
    word !== undefined &&
    /^\p{L}{2,}$/u.test(word.shown) &&
    isCapital(word.shown) &&
    !NOT_NAMES.has(word.text) &&
    !isOther(word)
  for (const [at, first] of words.entries()) {
    if (!canBe(first) || first.isEnd || PARTICLES.has(first.text)) continue
    const next = words[at + 1]
    const step = next && PARTICLES.has(next.text) && !next.isEnd ? 2 : 1
    const last = words[at + step]
    if (!canBe(last) || isCredited(words, at)) continue
    if (FIRST_NAMES.has(first.text) || !(isTitle || isAllShouted))
      return words
        .slice(at, at + step + 1)
        .map(({ shown }) => shown)
        .join(' ')
  }
  return null
}

/** The word at `at` may be the first or the second of the credited name. */
const isCredited = (words: Word[], at: number) =>
  CREDITS.some((credit) =>
    [0, 1].some(
      (back) =>
        (back === 0 || isCapital(words[at - 1]?.shown ?? '')) &&
        credit.every((word, index) => words[at - back - credit.length + index]?.text === word),
    ),
  )
