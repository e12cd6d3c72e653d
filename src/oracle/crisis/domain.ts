export type UrgentKind =
  | 'self_harm'
  | 'violence'
  | 'poisoning'
  | 'chest_pain'
  | 'stroke'
  | 'anaphylaxis'
  | 'breathing'
  | 'unconscious'
  | 'bleeding'
  | 'infant_fever'
export type Language = 'en' | 'es'

/** An urgency that `urgentText` answers at once. `isWhole`: we add nothing else unless the person asks again. */
export type Urgency = { kinds: UrgentKind[]; language: Language; isWhole: boolean }

/** Words that people in need misspell. They still match with one letter added, missing, different, or swapped. */
const OFTEN_MISSPELT = `
  suicide suicidal overdose overdosed breathing breathe poisoned poisoning swallowed unconscious bleeding
  anaphylaxis anaphylactic seizure myself convulsion unresponsive suicidarme suicidio matarme sobredosis
  envenenado envenenada intoxicado respirar inconsciente infarto desmayo sangrando
`.split(/\s+/)
/** Other words that differ just as little. */
const OTHER_WORDS = new Set(
  `overdone overdoes breeding blending breaths wreathe suicides seizures respira
  mataron matarte matarle matarse matarla matarlo infartos desmayos`.split(/\s+/),
)
const REPEATED = /([a-z])\1{2,}/g

/** Folds a text to lower case without accents, writes out contractions, and puts ` . ` where a part of a sentence ends. */
export function plainWords(text: string): string {
  const spoken = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\b(can|ca)(?:n't|nt|'t|not)\b/g, 'can not')
    .replace(/\bwo(?:n't|nt)\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/\b(do|does|did|is|was|would|could|should|have|has)nt\b/g, '$1 not')
    .replace(/\b(i)'?m\b/g, 'i am')
    .replace(/'(re)\b/g, ' are')
    .replace(/'(ve)\b/g, ' have')
    .replace(/'(ll)\b/g, ' will')
    .replace(/\b(he|she|it|that|who|there)'s\b/g, '$1 is')
    .replace(/'/g, '')
    .replace(REPEATED, '$1')
    .replace(/(\d)[.,](?=\d)/g, '$1_')
    .replace(/[.!?;:,()\n¡¿"]+/g, ' . ')
    .replace(/[^a-z0-9_. ]+/g, ' ')
    .replace(/\bmy self\b/g, 'myself')
    .replace(/\bwan+a\b/g, 'want to')
    .replace(/\bgon+a\b/g, 'going to')
    .replace(/\b(want|wants|going|need|ready|try|trying) 2\b/g, '$1 to')
    .replace(/\b(?:kil|k i l l|k i l+|k il+|ki l+|k l+)(?= (?:myself|himself|herself|me|us)\b)/g, 'kill')
    .replace(/\bblee?ch\b/g, 'bleach')
    .replace(/\bheart (?:atack|attac|atac|atak|attak)\b/g, 'heart attack')
    .replace(/\b(?:chst|ch3st|chets|cheast) (?=pain|hurt|pressure|tight)/g, 'chest ')
    .replace(/\bme quiero matr\b/g, 'me quiero matar')
    .replace(/\b(?:od|(?<=\b(?:i|he|she|they|just|son|daughter|friend) )(?:oded|odd))(?= on | \.|$)/g, 'overdosed')
  return spoken.split(/\s+/).map(rightly).join(' ')
}

function rightly(word: string): string {
  if (word.length < 6 || OTHER_WORDS.has(word) || OFTEN_MISSPELT.includes(word)) return word
  return OFTEN_MISSPELT.find((known) => isNear(word, known)) ?? word
}

/** Tells whether words differ by one added, missing, different, or swapped letter. The first letter must match. */
function isNear(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 1 || word[0] !== known[0]) return false
  let at = 0
  while (at < word.length && word[at] === known[at]) at++
  const [rest, wanted] = [word.slice(at), known.slice(at)]
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  )
}

// Up to two words in between, in the same part of a sentence.
const few = '(?:[a-z0-9_]+ ){0,2}'
const some = '(?:[a-z0-9_]+ ){0,4}'
const many = '(?:[a-z0-9_]+ ){0,7}'
const kin =
  '(?:husband|wife|boyfriend|girlfriend|partner|spouse|ex|dad|father|stepdad|stepfather|mom|mother|mum|stepmom|brother|sister|uncle|parents?|roommate|son|daughter|friend|kid|child|baby|toddler|grandma|grandmother|grandpa|grandfather|aunt|neighbor)'
const someone = `(?:he|she|they|someone|somebody|my ${kin})`
const drug =
  '(?:pills?|tablets?|capsules?|tylenol|acetaminophen|paracetamol|ibuprofen|advil|aspirin|opioids?|opiates?|heroin|fentanyl|oxy[a-z]*|insulin|medications?|meds|medicines?|drugs|xanax|benzos?|antidepressants?|melatonin|benadryl|adderall|vicodin|percocet|sleeping|painkillers?|iron|vitamins)'
const toxin =
  '(?:bleach|detergent|laundry pods?|tide pods?|pods?|antifreeze|rat poison|pesticide|insecticide|drain cleaner|oven cleaner|toilet cleaner|battery|batteries|magnets|cleaning (?:fluid|product|products|liquid)|ammonia|gasoline|kerosene|lighter fluid|nail polish remover|paint thinner|hand sanitizer|poison|weed killer|windshield fluid|wild mushrooms?)'
const farmaco =
  '(?:pastillas?|tabletas?|medicamentos?|medicinas?|paracetamol|ibuprofeno|aspirinas?|drogas?|heroina|fentanilo|insulina|somniferos|antidepresivos|jarabe)'
const toxico =
  '(?:cloro|lejia|detergente|veneno|pila|pilas|anticongelante|gasolina|raticida|blanqueador|limpiador|insecticida|amoniaco|queroseno)'
const pariente =
  '(?:esposo|esposa|marido|novio|novia|pareja|ex|padre|papa|padrastro|madre|mama|hermano|tio|abuelo|el|ella|hijo|hija)'

const MEANT: Record<UrgentKind, Record<Language, string[]>> = {
  self_harm: {
    en: [
      '(?:kill|killing|hang|hanging|harm|harming|unalive|unaliving|stab|stabbing|drown|drowning|poison) myself',
      '(?:kill|killing|hang|harm|harming) (?:himself|herself|themselves|themself)',
      'shoot(?:ing)? myself(?! in the foot)',
      `(?:end|ending|take|taking|ended) (?:my|this) (?:own )?life(?! story| to )`,
      '(?:want|going|ready|decided|plan|planning|time) to end (?:it all|it|everything|things)(?! with| there| early| here)',
      'commit(?:ting|ted)? suicide',
      `(?:i|me|my|he|she|they|want|wants|thinking|think|plan|planning|considering|contemplating|tried|try|trying|thoughts|feel|feeling|about|is|am) ${few}suicid(?:e|al)(?! squad| prevention| bomb| door| rate| statistic| awareness| research| note in| watch the)`,
      'suicidal',
      '(?:want|wants|wanting|wanted|ready|going|rather|need) to (?:die|be dead|not be alive|not exist|stop existing|disappear forever|never wake up)(?! laughing| of (?:laughter|embarrassment|boredom|shame|hunger)| from (?:laughter|embarrassment|boredom)| hard| on this hill)',
      'wish(?:ed|ing)? (?:that )?i (?:was|were|am) (?:dead|never born|not alive|gone)',
      'wish (?:that )?i (?:would not|did not|could not) wake up',
      'not want to (?:live|be alive|exist|be here|go on|wake up)(?: any ?more| any longer| tomorrow)?(?= \\.| with this| like this| any| but| and|$)',
      'do not want to (?:live|be alive|exist)(?! in| at| with| near| there| on| next| alone| here| together| far| by| like a)',
      `no (?:reason|point|will|purpose) (?:left )?(?:to live|in living|to go on|to be alive|to keep living|in going on)`,
      'better off (?:dead|without me|if i (?:was|were) (?:dead|gone))',
      '(?:life|living) is not worth (?:living|it)',
      '(?:want|wanting|urge|going|need|started|keep|thinking of|thinking about|stop) (?:to )?(?:hurt|hurting|cut|cutting|burn|burning) myself(?! shaving| cooking| some| a| off| free)',
      'cut(?:ting)? myself (?:again|on purpose|to feel|every|when i feel|because i)',
      'self harm(?:ing|ed)?(?! policy| training| research| statistics)',
      'slit(?:ting)? my (?:wrists?|throat)|cut(?:ting)? my wrists?',
      '(?:want|going|planning|thinking of|thinking about|about|ready) (?:to )?jump(?:ing)? (?:off|from) (?:a|the|my) (?:bridge|building|roof|balcony|window)',
      `how many ${few}${drug} ${some}(?:to die|kill (?:me|you|myself|a person|someone)|be fatal|is fatal|lethal)`,
      '(?:painless|easiest|easy|quick|quickest|best|fastest) (?:way|method|ways) to (?:die|kill myself|end it|end my life)',
      `(?:lethal|fatal|deadly) dose of ${drug}`,
      'nobody would (?:miss me|care if i (?:died|was dead|were dead|disappeared))',
      '(?:can not|do not want to) (?:go|keep) (?:on )?living',
      '\\bkms\\b',
      '(?:want|wants|wanting|going|ready|plan|planning|trying) to unalive(?= \\.|$| myself)',
      '(?:thoughts?|thinking|idea|plan|planning) (?:of|about) ending (?:it all|my life)(?! with| there| early| here| insurance| story)',
    ],
    es: [
      '(?:quiero|quisiera|queria|deseo|prefiero|voy a|pienso|penso|pensado|pensando|ganas de|intente|intentar|planeo|me quiero|necesito) (?:en )?(?:morir|morirme|matarme|suicidarme|quitarme la vida|terminar con mi vida|acabar con (?:mi vida|todo)|dejar de (?:vivir|existir)|no (?:vivir|existir)|hacerme dano|lastimarme|ahorcarme|desaparecer para siempre)(?= )(?! de (?:risa|hambre|sueno|verguenza|frio|calor|amor|ganas|pena)| de la risa| trabajando| estudiando)',
      'me quiero (?:morir|matar|suicidar|cortar)\\b(?! de| el pelo| las unas| el cabello| trabajando| estudiando)',
      'me voy a (?:matar|suicidar|quitar la vida|ahorcar)\\b(?! de| a (?:estudiar|trabajar)| trabajando| estudiando)',
      '(?:ya )?no quiero (?:seguir )?(?:vivir|viviendo|vivo|viva|existir|estar (?:vivo|viva)|despertar|despertarme)(?! en| con| aqui| alli| cerca| solo| sola| temprano)',
      'no tengo (?:ganas|razon|razones|motivo|motivos) (?:de|para) (?:seguir )?(?:vivir|viviendo)',
      '(?:quitarme|quitarse|quite) la vida',
      'suicidarme|suicidarse|me suicid[a-z]+|(?:pensamientos|ideas|ganas|intentos?|intencion) (?:suicidas?|de suicidio|de suicidarme)|pensando en el suicidio|cometer suicidio',
      '(?:estaria|estarian|estoy) mejor (?:muert[oa]|sin mi)|ojala (?:estuviera|estuviese|me) (?:muert[oa]|muriera)|quisiera estar muert[oa]',
      '(?:la vida|vivir) (?:ya )?no (?:vale la pena|tiene sentido)|no vale la pena (?:seguir )?vivi[a-z]+',
      '(?:cortarme|me corto|cortar) (?:las venas|las munecas|los brazos)|autolesion[a-z]*|hacerme dano|me hago dano a mi mism[oa]',
      '(?:forma|manera) (?:mas )?(?:facil|rapida|indolora) de (?:morir|matarme|suicidarme)|cuantas ' +
        farmaco +
        ' (?:necesito |hay que tomar |se necesitan )?para (?:morir|morirme|matarme)',
    ],
  },
  violence: {
    en: [
      `(?:my ${kin}|he|she|they|someone) ${few}(?:hits|hit|hitting|beats|beat|beating|punches|punched|punching|chokes|choked|choking|strangles|strangled|strangling|abuses|abused|abusing|slaps|slapped|kicks|kicked|rapes|raped|stabbed|hurts|hurting) ${few}(?:me|us|my (?:kids?|children|son|daughter|baby|mom|mother|sister|brother))(?= |$)(?! (?:at|in|to|up|on|off|with|out|by)\\b)`,
      `(?:my ${kin}|he|she) ${few}(?:hits|hit|hitting|beats|beat|beating|punched|abuses|raped|kicked) (?:me|us|my (?:kids?|children|son|daughter|baby|mom|mother)) (?:with (?:a|his|her|the) (?!joke|pillow|question|surprise|news)|at home|in the (?:face|head|stomach|ribs)|every (?:day|night)|when|again|and|until|up when)`,
      `threaten(?:s|ed|ing)? ${few}(?:to )?(?:kill|hurt|hit|shoot|stab|beat|murder) (?:me|us|my|him|her)`,
      `(?:my ${kin}|he|she|someone|they) ${few}(?:trying|tried|wants|says he will|said he will|said he would|says she will|swore) (?:to )?(?:kill|murder|strangle) (?:me|us)(?! with kindness| laughing)`,
      `(?:my ${kin}|he|she) ${few}(?:has|is holding|pulled|pointed|came at me with) (?:a|his|the) (?:gun|knife) ${some}(?:me|us)`,
      'not (?:feel )?safe (?:at home|in my (?:own )?(?:home|house)|with (?:him|her|my))|unsafe at home',
      `(?:afraid|scared|terrified) (?:of (?:him|my ${kin})|that (?:he|she|my ${kin})|(?:he|she|my ${kin})) ${few}(?:will|is going to|might|would|could|coming home|to go home)?${few}(?:hurt|hit|kill|beat|rape|come home|coming home)`,
      '(?:victim of|experiencing|suffering|in an?|going through) (?:domestic|physical|sexual) (?:violence|abuse)|abusive (?:relationship|husband|wife|boyfriend|girlfriend|partner|father|mother|marriage)(?! in the (?:book|movie|novel|show))',
      '(?:i was|i am being|i have been|was|being) (?:raped|sexually assaulted|sexually abused|molested|beaten)(?! at| by (?:the )?(?:team|other)| eggs| in the (?:final|game|match))',
    ],
    es: [
      `(?:mi )?${pariente} ${few}(?:me|nos) (?:pega|pego|golpea|golpeo|golpeaba|pegaba|maltrata|maltrato|abusa|viola|violo|estrangul[a-z]+|ahorca|ahorco|pateo|quiere matar|quiso matar)(?! el virus| un (?:grito|susto)| a la)`,
      `(?:me|nos) (?:pega|golpea|maltrata|pego|golpeo) (?:mi|el|la) ${pariente}`,
      '(?:me|nos) (?:amenaza|amenazo|amenazaron|amenazando|ha amenazado) (?:con|de) (?:matar|muerte|pegar|golpear|hacer)[a-z]*',
      '(?:sufro|vivo|victima de|sufriendo|tengo) (?:una situacion de )?(?:violencia|maltrato|abuso) (?:domestic[oa]|de genero|en (?:mi )?casa|familiar|fisic[oa]|sexual)',
      'tengo miedo de (?:mi (?:marido|esposo|pareja|novio|padre|padrastro)|que (?:me|nos) (?:pegue|mate|golpee|lastime))',
      'no me siento segur[oa] en (?:mi )?casa|me violaron|fui violada|abusaron de mi|abusa de mi',
    ],
  },
  poisoning: {
    en: [
      `(?:i|${someone}) ${some}overdos(?:ed|ing)(?= \\.|$| on (?:my |his |her |the |some |a lot of )?${drug}| and| last| today| now| what| help)`,
      `(?:took|taken|swallow(?:ed)?|ate|ingested) (?:a |the )?(?:whole )?bunch of ${few}${drug}`,
      '(?<=(?:^|\\.) )overdos(?:ed|ing)(?= \\.)',
      `overdos(?:e|ed|ing) (?:on|of|from|with) (?:my |his |her |the |some |too much |too many )?${drug}`,
      `${drug} overdose(?! awareness| statistics| prevention| training)`,
      '(?:having|had|have|taking|took|think|is|be|be an|possible|accidental|from) (?:an |a |it is an |this is an )?overdose(?= \\.|$| what| now| help| and| symptoms)',
      `(?:took|taken|take|swallow(?:ed)?|ate|eaten|drank|ingested|had|gave) ${some}(?:too many|too much|whole bottle|entire bottle|full bottle|whole pack|bottle|bottles|handful|all(?: of)? (?:my|the|his|her)|double dose|twice the dose|[2-9][0-9]|[0-9]{3,}) (?:of )?${few}${drug}`,
      `(?:swallow(?:ed|s|ing)?|ate|eats|eaten|drank|drunk|drinks|drinking|ingest(?:ed|ing)?|licked|chewed|bit into|got into|sipped|inhaled) ${some}${toxin}(?! (?:power|life|pack|charge|level))`,
      `(?:baby|toddler|child|kid|son|daughter|old|he|she) ${some}(?:swallowed|ate|got into|chewed|drank) ${some}${drug}`,
      `(?:been|was|got|getting|being|am|is|are|were) poisoned|(?:think|thinks) ${some}poisoned`,
      '(?:alcohol|carbon monoxide|lead|co|drug|bleach|ammonia|gas) poisoning(?! statistics| awareness)|carbon monoxide (?:alarm|detector) (?:is )?(?:going off|beeping|went off)',
      '(?:breathed|breathing|inhaled|inhaling) (?:in )?(?:a lot of |some |too much )?(?:bleach|chlorine|ammonia|toxic|carbon monoxide|chemical|gas|paint)(?: fumes| gas)?',
      '(?:call|number for|number of|need) poison control',
    ],
    es: [
      `(?:tome|tomo|tomado|trague|trago|tragado|ingeri|ingirio|comio|di|dio|tomando) ${some}(?:demasiad[oa]s?|muchas|muchos|un frasco|el frasco|todo el frasco|todas|todos|un monton|de mas|doble dosis|[2-9][0-9]) (?:de )?${some}${farmaco}`,
      `(?:bebi|bebio|bebido|trague|trago|tragado|tome|tomo|tomado|comio|comi|ingeri|ingirio|chupo|mordio) ${some}${toxico}`,
      `sobredosis (?:de|por|con) ${farmaco}|(?:tuve|tiene|tengo|tuvo|sufr[a-z]+|creo|es una|teniendo) ${few}(?:una )?sobredosis(?= \\.|$| de ${farmaco}| que hago| y)`,
      `(?:bebe|nino|nina|hijo|hija) ${some}(?:se )?(?:trago|tomo|comio|bebio) ${some}${farmaco}`,
      `(?:estoy|esta|fui|fue|me han|han|creo que me) ${few}(?:envenenad[oa]|intoxicad[oa]|envenenaron)|se (?:enveneno|intoxico)|me (?:envenene|intoxique)`,
      'intoxicacion (?:por|con|etilica)|envenenamiento|monoxido de carbono',
    ],
  },
  chest_pain: {
    en: [
      'chest (?:pains?|pressure|tightness|discomfort|hurts?|aches?|aching|hurting|is (?:so |really |very )?(?:tight|hurting|aching|heavy|burning)|feels? (?:so |really |very |like )?(?:tight|heavy|crushed|pressure|something))',
      `(?:pain|pains|pressure|tightness|ache|squeezing|burning|stabbing|heaviness) ${few}(?:in|on|across|inside|through) (?:my|his|her|the|their) (?:left |whole |upper |middle of (?:my|his|her|the) |center of (?:my|his|her|the) )?chest(?! of| freezer)`,
      '(?:crushing|elephant|tight band|heavy weight|weight|pressing|squeezing) ' +
        some +
        '(?:on|in|around) (?:my|his|her) chest',
      '(?:having|am i having|is having|be having|feels like|is this|think it is|think its|could be|might be|be|symptoms of|signs of|get|getting) (?:a |an )?(?:mild |massive |silent )?heart attack(?! grill| burger| on a plate| when (?:she|he|they|you) see)',
      '(?<=(?:^|\\.) )(?:a )?heart attack(?= \\.)',
      `(?:i|my|he|she) ${some}heart attack (?:right now|now|symptoms|help)|heart attack (?:symptoms|signs)|cardiac arrest`,
      '(?:pain|numb|numbness|tingling|ache) ' +
        few +
        '(?:in|down|into|to|spreading to|radiating to|going down) (?:my |his |her |the )?left arm',
      `(?:pain|ache) ${some}(?:arm and jaw|jaw and arm|jaw and chest|arm and chest)`,
    ],
    es: [
      'dolor(?:es)? (?:muy |tan )?(?:fuertes? |intensos? |agudos? |opresivos? |terribles? |punzantes? )?(?:en|de|del|sobre) (?:el |mi |la |lado izquierdo del |centro del |su |todo el )?pecho',
      '(?:me|le) (?:esta )?(?:duele|dolia|doliendo|aprieta|arde|oprime) ' +
        few +
        '(?:el|mi|en el|su) pecho|pecho (?:apretado|oprimido)|(?:el|mi) pecho me (?:duele|aprieta)',
      '(?:presion|opresion|peso|punzadas?|apreton) (?:fuerte |muy fuerte )?(?:en|sobre|de) (?:el |mi |su )?pecho',
      '(?:teniendo|tengo|tiene|dando|dio|es|sea|sintomas de|parece|creo que es|sufriendo|sufrio) (?:un )?(?:infarto|ataque al corazon|ataque cardiaco|ataque de corazon|paro cardiaco)(?! de risa| cuando vi| al ver)',
      '(?:dolor|hormigueo|adormecimiento|duele|dormido) ' +
        few +
        '(?:en )?(?:el |mi )?brazo izquierdo|brazo izquierdo (?:dormido|adormecido|me duele)',
    ],
  },
  stroke: {
    en: [
      `(?:face|mouth|smile|eyelid) ${few}(?:is |are |looks |started |suddenly )?(?:drooping|droopy|droops|drooped|numb|crooked|lopsided|paralyzed)(?! emoji| line)`,
      `droop(?:ing|y|ed) ${few}(?:face|mouth|smile|on one side)|(?:face|mouth) ${few}droop`,
      'slurr(?:ed|ing|s) (?:his |her |my |their |the )?(?:speech|words)|(?:speech|words|talking) ' +
        few +
        'slurr(?:ed|ing|y)|(?:is|am|started) slurring',
      '(?:one|left|right) side of (?:my|his|her|the|their) (?:face|body) ' +
        some +
        '(?:numb|weak|droop[a-z]*|paralyzed|tingl[a-z]+|not move|dead)',
      '(?:numb|weak|numbness|weakness|paralyzed|paralysis|tingling) ' +
        some +
        '(?:one|left|right) side of (?:my|his|her|the|their) (?:face|body)',
      'sudden(?:ly)? ' +
        some +
        '(?:numb|numbness|weakness|went numb|can not (?:speak|talk|see|move|walk)|could not (?:speak|talk|see|move)|confused|lost vision|blind|blindness|vision loss)(?! about)',
      '(?:having|is having|had|have|be having|is this|could be|might be|think it is|signs of|symptoms of|like) (?:a |an )?(?:mini |mild |massive )?stroke(?! of| play| rate| order| width| engine| survivors?| rehab| therapy| research| awareness| unit| in (?:1|2|20|19)| last| years| when| color| weight| handicap)',
      'worst headache (?:of|in) my (?:whole |entire )?life|thunderclap headache',
    ],
    es: [
      '(?:cara|boca|rostro|sonrisa) ' +
        few +
        '(?:caida|torcida|dormida|paralizada|adormecida|torcido|paralizado)|se (?:me|le) (?:cayo|torcio|paralizo|durmio) ' +
        few +
        '(?:cara|boca|lado)',
      '(?:arrastra|arrastro|arrastrando) las palabras|(?:no puede|no puedo) (?:hablar bien|mover (?:el|un|la|una) (?:brazo|lado|pierna|mano))|habla (?:enredado|arrastrado|raro de repente)',
      '(?:mitad|un lado|lado (?:izquierdo|derecho)) (?:del cuerpo|de la cara|de mi cuerpo|de su cuerpo) ' +
        some +
        '(?:dormid[oa]|paralizad[oa]|debil|adormecid[oa]|no (?:la |lo )?(?:siento|siente|responde))|(?:no siento|adormecid[oa]|dormid[oa]|paralizad[oa]) ' +
        some +
        '(?:mitad|un lado|lado (?:izquierdo|derecho)) (?:del cuerpo|de la cara|de mi cuerpo)',
      '(?:derrame cerebral|un ictus|ictus|una embolia cerebral|un acv|ataque cerebral)(?! en (?:1|2))',
      'peor dolor de cabeza de mi vida|de repente ' +
        some +
        '(?:no veo|no puedo (?:hablar|ver|moverme)|perdi la vision)',
    ],
  },
  anaphylaxis: {
    en: [
      'anaphyla[a-z]+(?! training| research)',
      '(?:throat|airway|windpipe) ' +
        few +
        '(?:closing|closed|swelling|swollen|swelled|tight|tightening|closes)(?! ceremony)',
      '(?:tongue|lips?|face|eyes and lips) ' +
        few +
        '(?:swelling|swollen|swelled|swells|puffed up|ballooning)|swollen (?:tongue|throat|lips)|swelling (?:of|in) (?:my|his|her|the) (?:throat|tongue|lips|face)',
      '(?:severe|serious|bad|major|terrible) allergic reaction|allergic reaction ' +
        some +
        '(?:breath|breathe|breathing|throat|swell[a-z]*|emergency)',
      '(?:used|use|need|no|where is|give|gave|inject) (?:my|the|his|her|an)? ?(?:epi ?pen|epinephrine)(?! training| price| cost)',
      '(?:stung|bee sting|peanuts?|shellfish) (?:[a-z0-9_]+ ){0,12}(?:breath|breathe|breathing|swelling|throat|hives all over)',
    ],
    es: [
      '(?:se )?(?:me|le) (?:esta |estan )?(?:cierra|cerrando|hincha|hinchando|hincho|hincharon|hinchan|cerro) (?:mucho )?(?:la|los|mi) (?:garganta|lengua|labios|cara)',
      '(?:garganta|lengua|labios|cara) ' +
        few +
        '(?:hinchad[oa]s?|hinchandose|cerrada|cerrandose|se (?:me |le )?(?:cierra|hincha|esta cerrando|esta hinchando))',
      `anafila[a-z]+|reaccion alergica (?:muy )?(?:grave|severa|fuerte|seria)|alergia ${some}no puedo respirar`,
    ],
  },
  breathing: {
    en: [
      '(?:can not|can hardly|can barely|can not even|could not|unable to|hardly|barely|struggling to|not able to|trying to|hard to|hurts to) (?:breathe|breath|catch (?:my|his|her) breath|get (?:any |enough )?air)(?! in space| underwater| through (?:his|her|the) (?:gills|skin)| new life| life)',
      '(?:not|stopped|stops|quit|isnt) breathing(?! down| exercises| room)',
      '(?:trouble|difficulty|hard time|struggling|problems?|labored|laboured|shallow|fast) (?:with )?breathing(?! exercises| techniques)|breathing (?:problems|difficulty|difficulties|is (?:hard|difficult|labored|shallow|getting worse))',
      '(?:gasping|fighting|struggling) for (?:air|breath)|shortness of breath|short of breath|out of breath ' +
        some +
        '(?:resting|doing nothing|lying)',
      `(?:i am|is|${someone}|baby|child|son|daughter) ${few}choking(?! hazard| up| on (?:his|her|my) words| me)|choking on ${few}(?:food|grape|a|something|meat|bone|toy|coin|hot dog|candy|nut)`,
      '(?:lips|face|skin|baby|he|she|fingers) ' +
        few +
        '(?:is |are )?(?:turning|turned|going|went|are|look) (?:blue|purple|gray)(?! hair| dress| with (?:paint|envy))',
      `(?:i am|he is|she is|they are) (?:suffocating|drowning)(?! in (?:work|debt|paperwork|email|emails|homework|laundry|love|sorrow|meetings|bills|tasks))`,
    ],
    es: [
      '(?:no|apenas) (?:puedo|puede|podia|logro|consigue|consigo) ' +
        few +
        '(?:respirar|coger aire|tomar aire)|(?:no|dejo de) (?:respira|respirar|esta respirando)|respira (?:muy )?(?:mal|rapido|con dificultad)',
      '(?:me|le) (?:falta|cuesta|cuesta mucho|esta costando|faltando) (?:mucho )?(?:el aire|aire|respirar|la respiracion)|dificultad (?:para|al|de) respir[a-z]+|falta de (?:aire|aliento)|problemas para respirar',
      '(?:me|se) (?:estoy |esta )?(?:ahogo|ahogando|ahoga|asfixio|asfixiando|asfixia|atragantando|atraganto)(?! (?:en|de) (?:deudas|trabajo|problemas|un vaso|tareas|risa|amor))',
      'labios (?:\\w+ )?(?:azules|morados|amoratados)|(?:se puso|se esta poniendo) (?:azul|morad[oa])',
    ],
  },
  unconscious: {
    en: [
      `(?:i|${someone}|baby|child|dog|patient|is|am|having|have) ${few}(?:having|had|has|have|started|having another|get) (?:a |an |another )?(?:seizure|seizures|convulsion|convulsions)(?! medication| history| in (?:1|2)| as a child| when i was| disorder| years)|having (?:a )?seizure|is (?:seizing|convulsing)`,
      `(?:${someone}|baby|child|person|man|woman|is|was|knocked|found (?:him|her|them)) ${few}unconscious(?! bias| mind| decision| habit| bidding| effort)`,
      `(?:will not|can not|does not|not|would not) (?:wake up|wake)(?= \\.|$| and| he| she| no matter| what)(?<!i (?:can|will) not wake up)`,
      `(?:can not|could not|unable to) wake (?:him|her|them|my ${kin}|up (?:him|her|my ${kin}))`,
      `(?:${someone}|baby|child|patient|person|man|woman) ${few}(?:is |was |are )?(?:unresponsive|not responding|not responsive)(?! to (?:my|email|texts?|messages?|calls?|treatment))`,
      `(?:${someone}|i|man|woman|person) (?:just |suddenly |has |have )?(?:collapsed|passed out|fainted|blacked out)(?! on the (?:couch|sofa|bed)| laughing| from laughing| after the party| drunk| early| at the sight| flyers| leaflets| candy| papers| samples)`,
    ],
    es: [
      '(?:convulsiones|convulsionando|convulsion|convulsiona)(?! en (?:1|2)| de nino| social)|ataque epileptico|ataque de epilepsia',
      '(?:esta|quedo|encontre|estaba|sigue) ' +
        few +
        'inconsciente|perdio el conocimiento|(?:perdi|pierde) (?:el conocimiento|la conciencia)',
      '(?:mi |el |la )?(?:bebe|hijo|hija|padre|madre|mama|papa|esposo|esposa|abuelo|abuela|amigo|amiga|el|ella|hermano|hermana|senor|senora) ' +
        few +
        '(?:no (?:despierta|reacciona|responde|se despierta)|se (?:desmayo|desplomo|colapso))(?! (?:al|mis|a mis|los) (?:telefono|mensajes|correos))|se (?:me )?(?:desmayo|desplomo) mi |me (?:desmaye|desmayo)|no logro despertar(?:lo|la|le)',
    ],
  },
  bleeding: {
    en: [
      'bleeding ' +
        some +
        '(?:heavily|will not stop|does not stop|not stopping|badly|a lot|out|to death|profusely|everywhere|nonstop|severely|like crazy|through)(?! money| cash)',
      '(?:can not|will not|not|does not) stop (?:the )?bleeding|(?:heavy|severe|massive|internal|uncontrolled|profuse|serious) bleeding(?! edge)|losing (?:a lot of|too much|so much) blood|blood (?:is )?(?:everywhere|spurting|gushing|pouring)',
      '(?:coughing|vomiting|throwing|puking|spitting|coughed|threw|vomited|peeing|pooping) (?:up )?(?:a lot of |fresh |bright |dark )?blood',
      `pregnant ${many}bleeding|bleeding ${many}pregnant`,
      `(?:i|${someone}|been|was|got) ${few}(?:stabbed|shot)(?! (?:in the (?:foot|dark) by)| (?:a|the|some) (?:photo|video|movie|film|game|basket|free|three)| down| at| up| of| put| on (?:film|iphone|location)| hoops| pool)(?= \\.|$| in the| and| by| help| with a (?:knife|gun))`,
    ],
    es: [
      '(?:sangra|sangro|sangrando|sangrado|hemorragia) ' +
        few +
        '(?:mucho|muchisimo|no para|sin parar|no se detiene|abundante|fuerte|grave|intens[oa])',
      'no (?:para|deja|paro|dejo) de sangrar|no puedo (?:parar|detener) (?:la sangre|el sangrado|la hemorragia)|(?:perdiendo|pierde|perdio|perdi) (?:mucha|demasiada) sangre',
      '(?:vomit[a-z]+|tos[a-z]*|escup[a-z]+|tosiendo|orin[a-z]+) (?:con )?sangre|embarazada ' +
        many +
        'sangr[a-z]+|me (?:apunalaron|dispararon)',
    ],
  },
  infant_fever: {
    en: [
      '(?:baby|infant|newborn|neonate|(?:[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:day|days|week|weeks|wk) old|(?:1|2|3|one|two|three) (?:month|months|mo) old) ' +
        many +
        '(?:a fever|fever of|has fever|high fever|fever and|feverish|fever|temperature of|temp of|temp is|temperature is|running (?:a )?(?:temp|hot)|burning up|10[0-9](?:_[0-9])?|3[89](?:_[0-9])?|4[01](?:_[0-9])?)(?! degrees in| dream| pitch| blanket)',
      '(?:fever|temperature|temp) ' +
        many +
        '(?:baby|infant|newborn|(?:[1-9]|one|two|three|four|five|six) (?:week|weeks|day|days) old|(?:1|2|3|one|two|three) (?:month|months) old)(?! shower| names?| photos?| yoda)',
    ],
    es: [
      '(?:bebe|recien nacid[oa]|lactante|(?:[1-9]|una|dos|tres|cuatro|cinco|seis) semanas|(?:1|2|3|un|dos|tres) mes(?:es)?) ' +
        many +
        '(?:fiebre|calentura|temperatura (?:de|alta)|3[89](?:_[0-9])?|4[01](?:_[0-9])?)',
      '(?:fiebre|calentura) ' +
        many +
        '(?:bebe|recien nacid[oa]|lactante|(?:[1-9]|dos|tres|cuatro|cinco|seis) semanas|(?:1|2|3|dos|tres) meses)',
    ],
  },
}

/** Figures of speech, fiction, and symptoms that people say they do not have. */
const NOT_MEANT = new RegExp(
  [
    `(?:no|without|denies|denied|never had|not have|do not have|not having|deny|sin|no tengo|no tiene|niega|ningun) (?:any |a |an |new |otro )?(?:chest pains?|shortness of breath|trouble breathing|difficulty breathing|allergic reaction|seizures?|stroke|suicidal thoughts|heavy bleeding|fever|dolor (?:de|en el) pecho|fiebre|convulsiones|dificultad para respirar)(?: or (?:shortness of breath|trouble breathing|fever|chest pain))?`,
    `(?:laughing|laughed|laugh|cry laughing|lol|lmao|riendo|rei|reir|risa) ${many}(?:can not|could not|hardly|barely|no puedo|no podia) (?:breathe|breath|respirar)|(?:can not|could not|no puedo|no podia) (?:breathe|respirar) (?:from|because of|de|por) (?:laughing|la risa|risa)`,
    `(?:gave|give|gives|giving|given) (?:me|him|her|us|you|mom|dad|everyone) (?:a |an )?(?:almost )?(?:heart attack|stroke)|(?:nearly|almost|about|practically) (?:had|have|gave me|died|die) ${few}(?:heart attack|stroke)?|casi (?:me )?(?:da|dio|muero|mato) ${few}(?:un )?(?:infarto|ataque)?`,
    '(?:baby|cabin|spring|hay|dance|gold|buck|yellow|scarlet|football|saturday night) fever|fever (?:dream|pitch|tree)|food poisoning|poison ivy|poison oak|blood poisoning (?:history|album)',
    '(?:in|of|from|about|for) (?:a |an |the |my |this |that |our )?(?:new |short |crime |mystery |school )?(?:novel|movie|film|video game|game|book|song|play|screenplay|script|short story|tv show|episode|series|novela|pelicula|cancion|libro|cuento|serie|videojuego) ',
  ].join('|'),
  'g',
)

const MEANING = (Object.keys(MEANT) as UrgentKind[]).flatMap((kind) =>
  (['en', 'es'] as const).map((language) => ({
    kind,
    language,
    pattern: new RegExp(`\\b(?:${MEANT[kind][language].join('|')})`, 'g'),
  })),
)

/** We add nothing after these: neither a model's words nor quotes belong there. */
const WHOLE = new Set<UrgentKind>(['self_harm', 'violence'])

/**
 * Finds words of crisis and emergency, which fixed text answers with any engine (decisions.md section 8). It errs on
 * the side of answering: it answers people who write about themselves, but not figures of speech.
 * @returns `null` if there are none
 */
export function urgentOf(message: string): Urgency | null {
  const words = ` ${plainWords(message)} . `.replace(NOT_MEANT, ' . ')
  const meant = MEANING.filter(({ pattern }) => words.search(pattern) >= 0)
  if (meant.length === 0) return null
  const kinds = [...new Set(meant.map(({ kind }) => kind))]
  const language = meant.some((one) => one.language === 'en') ? 'en' : 'es'
  return { kinds, language, isWhole: kinds.some((kind) => WHOLE.has(kind)) }
}
