import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { character, fc } from '../../../test/dice.ts'
import { plainWords, type UrgentKind, urgentOf } from './domain.ts'
import { urgentText } from './messages.ts'

const textOf = (phrase: string) => {
  const urgent = urgentOf(phrase)
  return urgent ? urgentText(urgent) : ''
}

const crisis: Record<UrgentKind, string[]> = {
  self_harm: [
    'I want to kill myself',
    'i wanna kill my self',
    "I don't want to live anymore",
    "I've been thinking about ending my life",
    'im suicidal and scared',
    'Having thoughts of sucide again tonight',
    'What is the most painless way to die?',
    'everyone would be better off without me',
    'I wish I was dead',
    "There's no reason to live.",
    'I keep cutting myself to feel something',
    'how many pills does it take to kill myself',
    'My friend says she is going to kill herself',
    "I'm planning to jump off a bridge",
    'i just want to end it all',
    'I can’t stop thinking about suicide',
    'Quiero morir',
    'ya no quiero vivir',
    'Estoy pensando en suicidarme',
    'me quiero matar',
    'No tengo ganas de seguir viviendo',
    'quiero quitarme la vida esta noche',
    'Tengo pensamientos suicidas',
    'ojalá estuviera muerto',
    'I want to kil myself',
    'k i l l myself',
    'I want to k*ll myself',
    'i want 2 die',
    'wanna unalive',
    "I'm having thoughts of ending it all",
    'quiero terminar con mi vida',
    'me quiero matr',
  ],
  violence: [
    'my husband hits me',
    'My boyfriend choked me last night',
    'He beats me every night and I have nowhere to go',
    'my dad threatened to kill us',
    "I don't feel safe at home",
    'I was raped yesterday',
    "I'm afraid my ex is going to hurt me",
    'Mi esposo me pega',
    'mi novio me golpeó anoche',
    'Me amenaza con matarme si me voy',
    'Tengo miedo de mi marido',
    'sufro violencia doméstica',
  ],
  poisoning: [
    'I think I overdosed',
    'overdosed',
    "I OD'd on heroin",
    'my baby drank bleech',
    'I swallowed a bunch of pills',
    'my son swallowed a battery',
    'My toddler drank bleach!!',
    'I took too many sleeping pills',
    'He took a whole bottle of Tylenol an hour ago',
    'my sister overdosed on fentanyl',
    'the dog... no, my 2 year old ate rat poison',
    'I accidentally took 20 ibuprofen tablets',
    'our carbon monoxide detector is going off and we feel sick',
    'what is the number for poison control',
    'Mi hijo bebió cloro',
    'tomé demasiadas pastillas',
    'Creo que tengo una sobredosis de paracetamol',
    'mi hija se tragó una pila',
    'me intoxiqué con un limpiador',
  ],
  chest_pain: [
    'I have chest pain and my left arm is numb',
    'crushing pressure in my chest',
    'my chest hurts so bad',
    'It feels like an elephant is sitting on my chest',
    "I think I'm having a heart attack",
    'pain in my chest that goes down my left arm',
    'Is this a heart attack?',
    'i think its a heart atack',
    'having a heart atack',
    'bad chst pain',
    'My dad says his chest feels tight',
    'Me duele el pecho',
    'Tengo un dolor muy fuerte en el pecho',
    'siento presión en el pecho y sudo mucho',
    'creo que es un infarto',
    'Mi papá está teniendo un ataque al corazón',
  ],
  stroke: [
    "my mom's face is drooping on one side",
    'He is slurring his words and confused',
    'the left side of my body went numb',
    'I think my grandmother is having a stroke',
    'Suddenly I can not see out of one eye, suddenly lost vision',
    'worst headache of my life, came out of nowhere',
    'sudden weakness in one arm',
    'Mi abuela tiene la cara caída',
    'se le torció la boca y arrastra las palabras',
    'creo que es un derrame cerebral',
    'no siento el lado derecho del cuerpo',
  ],
  anaphylaxis: [
    'my throat is closing after eating peanuts',
    'Is this anaphylaxis? hives everywhere',
    'my tongue is swelling up',
    'Severe allergic reaction to a bee sting',
    'she was stung by a wasp and now has trouble with her throat',
    'I used my EpiPen, now what?',
    'se me cierra la garganta',
    'tengo la lengua hinchada y no puedo tragar',
    'Reacción alérgica grave a los cacahuates',
  ],
  breathing: [
    "I can't breathe",
    'i cant breath properly right now',
    'my baby stopped breathing',
    'Having trouble brething since this morning',
    'shortness of breath while lying down',
    'my son is choking on a grape',
    'her lips are turning blue',
    'No puedo respirar',
    'a mi mamá le falta el aire',
    'Dificultad para respirar desde anoche',
    'mi bebé no respira',
  ],
  unconscious: [
    'my friend is unconscious',
    "He passed out and won't wake up",
    'my daughter is having a seizure',
    "I can't wake my husband",
    'My grandpa collapsed in the kitchen',
    'she is unresponsive',
    'Mi hermano está convulsionando',
    'mi abuelo se desmayó y no despierta',
    'está inconsciente en el piso',
  ],
  bleeding: [
    "the wound is bleeding and won't stop",
    "I can't stop the bleeding",
    'coughing up blood since last night',
    "I'm pregnant and bleeding heavily",
    'my brother was stabbed',
    'no para de sangrar',
    'estoy vomitando sangre',
    'Está perdiendo mucha sangre',
  ],
  infant_fever: [
    'My 3 week old has a fever of 101',
    'newborn with temperature of 100.6',
    'our baby is burning up',
    'fever in a two month old baby',
    'mi bebé de dos meses tiene fiebre',
    'recién nacido con 38.5 de temperatura',
    'Fiebre alta en mi bebé',
  ],
}

for (const [kind, phrases] of Object.entries(crisis))
  test(`answers words of ${kind} with whom to call`, () => {
    for (const phrase of phrases) {
      const urgent = urgentOf(phrase)
      assert.ok(urgent?.kinds.includes(kind as UrgentKind), `${phrase}: ${urgent?.kinds}`)
      assert.match(textOf(phrase), /911|988|1-800/)
    }
  })

test('in any spelling: case, accents, spaces, marks, and repeated letters', () => {
  const variants = (phrase: string) => [
    phrase.toUpperCase(),
    phrase.normalize('NFD').replace(/\p{M}/gu, ''),
    `please help,   ${phrase}!!!`,
    `${phrase}\n\nwhat do I do`,
    phrase.replace(/'/g, '’'),
    phrase.replace(/([aeiou])$/, '$1$1$1$1'),
  ]
  for (const [kind, phrases] of Object.entries(crisis))
    for (const phrase of phrases)
      for (const variant of variants(phrase))
        assert.ok(urgentOf(variant)?.kinds.includes(kind as UrgentKind), `${kind}: ${variant}`)
})

test('has enough examples in both languages', () => {
  const all = Object.values(crisis).flat()
  const spanish = all.filter((phrase) => urgentOf(phrase)?.language === 'es')
  assert.ok(all.length >= 60, String(all.length))
  assert.ok(spanish.length >= 30, String(spanish.length))
  assert.match(textOf('Quiero morir'), /988.*oprima 2/)
  assert.match(textOf('I took too many sleeping pills'), /1-800-222-1222/)
})

const benign = `
this deadline is killing me / shoot a photo of the sunset / How do I paint a chest of drawers?
the heart of the matter is money / overdose of sugar in a recipe / I nearly died laughing / that joke killed me
My phone died / dead battery in the remote, which one do I buy? / how do I kill weeds in the lawn
kill the process on port 3000 / I could murder a pizza / The movie bombed / he hit me up for lunch
my brother beats me at chess / she beats me to the office every day / my son hits the ball hard
I overdosed on Netflix this weekend / overdosed on chocolate again / You almost gave me a heart attack!
I nearly had a heart attack when I saw the bill / My wife is going to kill me if I forget milk / a stroke of luck
what is a good brush stroke for watercolor / breaststroke or freestyle for shoulder pain?
a two stroke engine needs oil / I laughed so hard I can't breathe / take a deep breath before the exam
breathing exercises for beginners / that view takes my breath away
out of breath after one flight of stairs, which shoes for running? / I have baby fever / baby shower games
cabin fever in winter / hay fever tips / what does a fever dream mean / is my flu shot due this year?
what does my discharge letter say? / How often should I take the tablets in the letter? / When is my next appointment?
What is the dose of ibuprofen in this paper? / What are the side effects of metformin?
Is aspirin safe with ibuprofen? / my knee hurts after running / I have a mild headache / my back hurts when I sit
I cut myself shaving, how do I clean it / I hurt myself at the gym, my wrist is sore
he shot himself in the foot with that email / don't shoot myself in the foot here / best chest workout
chest freezer or upright? / get something off my chest / treasure chest craft ideas
broken heart after the breakup, any books? / heart rate of 62 at rest, is that normal? / learn it by heart
the patient denies chest pain / no chest pain, no fever, just tired / I do not have shortness of breath
suicide squad is a great movie / suicide prevention training dates / suicide doors on an old Lincoln
write about the killers, the band / to die for cheesecake / I want to die laughing / I'm dying to see that show
die casting temperature / roll two dice and a die / bleeding edge technology
bleeding hearts in the garden, when do they flower? / my nose bled a little yesterday, it stopped
bleeding money on this project / blood pressure 120 over 80, is that good? / blood test results explained
blood orange marmalade / food poisoning lasts how long? / poison ivy rash remedies / poison dart frogs in the zoo
a poisoned well in the novel I am writing / how does rat poison work / how to store bleach safely
which detergent for wool / battery life of my hearing aid / unconscious bias training
unconscious mind according to Freud / the website is unresponsive / my app is not responding
the server crashed and will not wake from sleep / my computer passed the test / the building collapsed in 1906
economy collapsed / I passed out flyers / fainting goats, why do they faint? / seize the day
seizure of property by the police / choke point in logistics / choking hazard label for toys
I was choked up at the wedding / drowning in work / drowning in emails / suffocating heat in the city, how do I sleep?
the room smells of paint, which window first? / swelling of the ankle after a sprain
swollen feet in pregnancy, normal? / my throat is a bit sore / scratchy throat and runny nose
allergic to cats, which vacuum? / peanut butter recipe / are peanuts healthy? / bee keeping for beginners
stung by criticism / numb with boredom / my foot fell asleep while sitting / face cream for dry skin
droopy plants need water / slur in sheet music / confused about my insurance / I am confused about the invoice
sudden rain in the forecast / worst headache of a form I ever filled in / new born lambs on the farm
my baby is three months old and sleeps well / two week old bread, still good? / temperature of the oven for bread
temperature in Boston tomorrow / baby carrots recipe / kids vitamins, which brand?
how many vitamins are in an orange / take two tablets a day, it says / she took a bottle of wine to the party
he drank too much coffee and can't sleep / I ate too much cake / he swallowed his pride / swallow nests under the roof
she took all the credit / abuse of power in politics / abusive language filter / threatened species in Wyoming
the storm threatened to ruin the picnic / self defense classes / safe at home plate / safety at work rules
raped seed oil, rapeseed I mean, is it healthy? / the team was beaten in the final / beaten eggs for the omelette
kick me off the list please / slap on some sunscreen / he pulled the trigger on the purchase / gun metal grey paint
life insurance question / end of life planning documents / my life story / no point in arguing
what's the point of this form / I don't want to live in the city / I do not want to wake up early
better off without sugar / jump off the diving board / hang the picture myself / I did it myself
help yourself to cookies / Me muero de risa / Casi me da un infarto con la factura / me muero de hambre
quiero morirme de risa / me mata esta fecha límite / el corazón del asunto / dosis de ibuprofeno según la carta
pechuga de pollo al horno / una cómoda con cajones / dispara una foto / fiebre del oro
fiebre del sábado por la noche / me duele la rodilla / me duele un poco la cabeza / no tengo dolor en el pecho
presión arterial 120 sobre 80 / ejercicios de respiración / me ahogo en un vaso de agua / ahogado en deudas
sangre de naranja / prueba de sangre / mi bebé duerme bien / ¿cuándo es mi próxima cita? / la violencia en el cine
matar el tiempo / película sobre un suicidio colectivo / la batería se murió / mi hermano me gana en ajedrez
mi hijo pega estampas en su álbum / el golpe de suerte / cloro para la alberca / ¿qué dice mi informe?
`
  .trim()
  .split(/ \/ |\n/)

test('does not take a figure of speech, a paper, or a recipe for an emergency', () => {
  assert.ok(benign.length >= 150, String(benign.length))
  const fired = benign.filter((phrase) => urgentOf(phrase) !== null)
  assert.deepEqual(
    fired.map((phrase) => `${phrase} -> ${urgentOf(phrase)?.kinds}`),
    [],
  )
})

test('the Spanish text uses "usted", like the rest of the product', () => {
  const kinds = Object.keys(crisis) as UrgentKind[]
  const words = urgentText({ kinds, language: 'es' }).toLowerCase()
  assert.match(words, /\bllame al \*\*911\*\*/)
  const familiar =
    /(?<!\p{L})(?:tú|tus?|te|ti|contigo|llama|envía|oprime|puedes|tienes|estás|quédate|ve|usa|siéntate)(?!\p{L})/u
  assert.equal(familiar.exec(words), null)
})

test('a person who is suicidal or abused gets only this text, and others also get an answer', () => {
  assert.equal(urgentOf('I want to kill myself')?.isWhole, true)
  assert.equal(urgentOf('my husband hits me')?.isWhole, true)
  assert.equal(urgentOf('What does the letter say about chest pain?')?.isWhole, false)
})

test('is fast for any text', () => {
  const longest = [...Object.values(crisis).flat(), ...benign].join(' ').repeat(3).slice(0, 8_000)
  for (const text of [
    longest,
    'a '.repeat(4_000),
    'my my my he '.repeat(650),
    'x'.repeat(8_000),
    'baby '.repeat(1_600),
  ]) {
    const tries = Array.from({ length: 6 }, () => cpuMsOf(() => void urgentOf(text)))
    // Take the quickest run: garbage collection or a shared core is not the fault of the words.
    assert.ok(Math.min(...tries) < 50, `${text.slice(0, 20)}: ${tries} ms`)
  }
})

test('any text is accepted', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: character }),
      (text) => typeof plainWords(text) === 'string' && urgentOf(text) !== undefined,
    ),
  )
})

test('the words about violence also say to close the page, which names the deleted conversation', () => {
  const words = (language: 'en' | 'es') => urgentText({ kinds: ['violence'], language })
  assert.match(words('en'), /delete this conversation and then close this page/)
  assert.match(words('es'), /elimine esta conversación y luego cierre esta página/)
})
