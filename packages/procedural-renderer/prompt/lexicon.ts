import { SPANISH } from './lexicon-spanish.ts'
import { type Entry, SUBJECT_WORDS } from './lexicon-subjects.ts'

/**
 * The meaning of a word, as `kind:name`. `place` is the location of the picture, `with` is something else in it, and
 * `subject` is the main thing (lexicon-subjects.ts).
 */
export type Tag =
  `${'place' | 'subject' | 'with' | 'weather' | 'time' | 'season' | 'color' | 'mood' | 'view' | 'count'}:${string}`

/**
 * Only words for things that are drawn, or that change the picture (shown.ts; lexicon.test.ts draws each). A word that
 * would look like something else is not here: lexicon-missing.ts suggests what to try instead.
 */
const PLACES: Entry[] = [
  [
    'place:mountain',
    'mountain, peak, summit, alps, alpine, himalaya, himalayas, mount, massif, sierra, rockies, andes, mountain range, ridge, mountainous',
  ],
  ['place:canyon', 'canyon, gorge, ravine, badlands, mesa, butte, grand canyon'],
  ['place:volcano', 'volcano, lava, magma, volcanic'],
  ['place:hill', 'hill, hillside, valley, highland, rolling hills, hilly'],
  ['place:landscape', 'landscape, countryside, scenery, nature, outdoors'],
  [
    'place:meadow',
    'meadow, field, grassland, prairie, pasture, lawn, grass, savanna, savannah, steppe, plain, park, grassy',
  ],
  [
    'place:meadow with:flowers',
    'garden, flower field, field of flowers, wildflower, wildflowers, flowerbed, flower garden',
  ],
  ['place:meadow with:trees', 'grove'],
  [
    'place:forest',
    'forest, wood, woods, woodland, taiga, thicket, glade, pine forest, enchanted forest, forested, wooded',
  ],
  ['place:swamp', 'swamp, marsh, bog, wetland, bayou'],
  ['place:sea', 'sea, ocean, wave, seascape, atlantic, pacific, mediterranean, open water'],
  ['place:beach', 'beach, shore, coast, coastline, seashore, seaside, bay, cove, lagoon, sandbar, by the sea'],
  ['place:beach with:palms', 'tropical, tropics, tropical beach, paradise'],
  ['place:island', 'island, isle, archipelago, islet'],
  ['place:lake', 'lake, pond, loch, reservoir, tarn, waterside, lakeside'],
  ['place:lake place:mountain', 'mountain lake, alpine lake, glacial lake, fjord'],
  ['place:river', 'river, stream, creek, brook, riverside'],
  ['place:desert', 'desert, dune, sahara, gobi, sand, sand dune, arid, wasteland, sandy'],
  [
    'place:arctic',
    'arctic, antarctic, antarctica, glacier, iceberg, tundra, polar, north pole, south pole, ice, frozen, icy',
  ],
  ['place:city', 'city, downtown, metropolis, skyscraper, urban, megacity, building'],
  ['place:skyline', 'skyline, cityscape'],
  ['place:street', 'street, avenue, boulevard, road, city street, sidewalk, crosswalk'],
  ['place:street with:neon', 'cyberpunk, neon city, neon street'],
  ['place:space', 'space, outer space, galaxy, cosmos, universe, nebula, milky way, deep space, cosmic, interstellar'],
  ['place:moon', 'on the moon, lunar, moonscape, lunar surface, surface of the moon'],
  ['place:mars', 'mars, martian, alien planet, alien world, red planet, alien landscape'],
  [
    'place:underwater',
    'underwater, under the sea, coral, reef, coral reef, seabed, deep sea, undersea, sea floor, under water',
  ],
  ['place:sky', 'sky, in the sky, heaven, above the clouds, skyscape, cloudscape'],
  [
    'place:room',
    'room, interior, living room, lounge, apartment, indoors, sofa, couch, window, windowsill, curtain, rug',
  ],
  ['place:table', 'table, wooden table, desk, countertop, still life, tabletop'],
  [
    'place:abstract',
    'abstract, abstraction, psychedelic, swirl, swirling, marbled, fluid art, abstract art, swirls of colour, swirls of color',
  ],
]

const SURROUNDINGS: Entry[] = [
  [
    'weather:rain weather:cloud',
    'rain, rainy, raining, drizzle, downpour, shower, monsoon, rainfall, in the rain, rainstorm',
  ],
  [
    'weather:storm weather:cloud weather:rain weather:wind',
    'storm, stormy, tempest, hurricane, typhoon, squall, in a storm',
  ],
  ['weather:lightning weather:storm weather:cloud', 'lightning, thunderstorm, thunderbolt, lightning bolt'],
  ['weather:snow', 'snow, snowy, snowfall, snowing, snowflake, flurry, snow-covered, snow-capped, snowcapped'],
  ['weather:snow weather:wind weather:mist', 'blizzard, snowstorm'],
  ['weather:mist', 'mist, misty, fog, foggy, haze, hazy, smog, murky, low clouds, morning mist'],
  ['weather:cloud', 'cloud, cloudy, overcast, grey sky, gray sky, clouded, cumulus, big clouds, dramatic sky'],
  ['weather:clear', 'clear, clear sky, cloudless, bright sky, blue sky, fine weather, clear night, sun'],
  ['weather:clear time:day', 'sunny, sunshine, sunlit, sunlight, daylight, bright day, sunny day'],
  ['weather:wind', 'wind, windy, breeze, breezy, gale, windswept, gust'],
  ['weather:rainbow', 'rainbow'],
  ['weather:aurora time:night', 'aurora, northern lights, aurora borealis, southern lights, polar lights'],
  ['time:dawn', 'dawn, sunrise, daybreak, early morning, first light, morning light, rising sun'],
  ['time:morning', 'morning'],
  ['time:day', 'day, daytime, noon, midday, afternoon, high noon'],
  [
    'time:golden',
    'sunset, golden hour, evening sun, late afternoon, setting sun, sundown, evening light, golden light, backlit, golden-hour',
  ],
  ['time:dusk', 'dusk, twilight, evening, blue hour, nightfall, gloaming'],
  [
    'time:night',
    'night, midnight, nighttime, nocturnal, night sky, at night, late night, moonlight, moonlit, full moon, moon',
  ],
  ['with:stars time:night', 'star, starry, starlight, starry night, starlit'],
  ['season:spring', 'spring, springtime, april'],
  ['with:blossom season:spring', 'cherry blossom, sakura, blossom, petal'],
  ['season:summer', 'summer, summertime, july, august, midsummer, lush'],
  [
    'season:autumn',
    'autumn, autumnal, fall colors, fall colours, fall foliage, october, november, autumn leaves, falling leaves, golden leaves, in fall',
  ],
  ['weather:snow season:winter', 'winter, wintry, december, january, wintertime, winter wonderland'],
  ['with:neon', 'neon, neon light, neon sign, glowing signs'],
  [
    'with:glow',
    'glow, glowing, luminous, sparkling, sparkle, firefly, fireflies, magic dust, glitter, twinkling, fairy lights',
  ],
  ['with:trees', 'tree, pine, birch, fir, spruce, conifer, treeline, evergreen'],
  ['with:palms', 'palm, palm tree, coconut tree'],
  ['with:flowers', 'flowers, bloom, blooms, flowering, blooming'],
  ['with:water', 'water, reflection, reflective, reflecting'],
  ['with:birds', 'flock, flock of birds, birds flying, birds in the sky'],
]

const LOOKS: Entry[] = [
  ['color:red', 'red, crimson, scarlet, ruby, vermilion, burgundy, cherry red, blood red'],
  ['color:orange', 'orange, amber, copper, terracotta'],
  ['color:yellow', 'yellow, saffron'],
  ['color:gold', 'gold, golden, gilded, brass'],
  ['color:green', 'green, emerald, jade, mint green, olive green'],
  ['color:teal', 'teal, turquoise, cyan, aqua, aquamarine'],
  ['color:blue', 'blue, azure, navy, sapphire, cobalt, indigo, ultramarine, cerulean'],
  ['color:purple', 'purple, violet, lavender, lilac, mauve, amethyst, ultraviolet'],
  ['color:pink', 'pink, rose pink, magenta, fuchsia, coral pink, hot pink'],
  ['color:brown', 'brown, sepia, earthy, earth tones, bronze, beige'],
  ['color:white', 'white, ivory, pale, snow white, pearl, silver, silvery'],
  ['color:black', 'black, ebony, onyx, jet black, obsidian, charcoal'],
  ['color:grey', 'grey, gray, monochrome, black and white, greyscale, grayscale, noir'],
  ['color:pastel', 'pastel, soft colors, soft colours, muted, faded, washed-out, desaturated'],
  [
    'color:vivid',
    'vivid, vibrant, colorful, colourful, saturated, rainbow colors, bright, multicolored, technicolor, bold',
  ],
  ['color:warm', 'warm, warm colors, warm light, warm tones, fiery'],
  ['color:cool', 'cool colors, cool tones, cold, chilly, cool'],
  [
    'mood:calm',
    'calm, quiet, peaceful, serene, tranquil, silent, gentle, relaxing, zen, meditative, soothing, idyllic, harmony, restful',
  ],
  ['mood:joy', 'joy, joyful, happy, cheerful, playful, festive, delight, happiness, bliss, lively'],
  ['mood:dramatic', 'dramatic, epic, intense, powerful, majestic, heroic, breathtaking, monumental, spectacular'],
  [
    'mood:dark',
    'dark, gloomy, scary, spooky, haunted, horror, eerie, sinister, gothic, creepy, grim, ominous, nightmare, shadowy',
  ],
  [
    'mood:dreamy',
    'dreamy, dream, dreamlike, magical, magic, fantasy, enchanted, ethereal, mystical, fairytale, fairy tale, whimsical, mysterious, otherworldly, wonderland',
  ],
  ['mood:romantic', 'romantic, romance, love, tender, valentine'],
  ['mood:sad', 'sad, lonely, melancholy, melancholic, sorrow, nostalgic, loneliness, wistful, sadness, nostalgia'],
  ['mood:energy', 'energetic, dynamic, electric, exciting'],
  ['mood:cute', 'cute, adorable, kawaii'],
  ['mood:cosy', 'cosy, cozy, homely, snug, rustic, inviting, hygge'],
  ['mood:future', 'futuristic, sci-fi, science fiction, future, high-tech, modern'],
  ['view:close', 'close-up, closeup, macro, close up, headshot, portrait, zoomed in, extreme close-up'],
  [
    'view:wide',
    'wide, panorama, panoramic, wide shot, wide-angle, wide angle, vast, distant, far away, establishing shot, vista, expansive, in the distance',
  ],
  ['view:centered', 'symmetrical, symmetric, symmetry, centered, centred, frontal'],
  ['view:minimal', 'minimal, minimalist, minimalism, negative space, sparse'],
  ['view:low', 'low angle, from below, worm eye view, low-angle, looking up'],
  ['view:high', 'aerial, aerial view, high angle, from above, bird eye view, drone shot, birds-eye view'],
]

const COUNTS: Entry[] = [
  ['count:2', 'two, pair of, couple of, 2, duo of, both'],
  ['count:3', 'three, trio of, 3, few, several'],
  ['count:4', 'four, 4'],
  ['count:5', 'five, 5, some, group of'],
  ['count:6', 'six, half a dozen, 6'],
  ['count:7', 'seven, 7, many, herd of, pack of, lots of, bunch of'],
  ['count:8', 'eight, 8'],
  ['count:9', 'nine, 9, swarm of, countless'],
]

/** Maps a folded term (`foldWord`) to its tags. */
export const LEXICON: ReadonlyMap<string, readonly Tag[]> = new Map(
  [...SPANISH, ...PLACES, ...SURROUNDINGS, ...LOOKS, ...COUNTS, ...SUBJECT_WORDS].flatMap(([tags, words]) =>
    words.split(', ').map((word) => [word, tags.split(' ') as Tag[]] as const),
  ),
)

/** Function words that name nothing. They count neither as used nor as unused. */
export const SMALL_WORDS = new Set(
  `a an the of in on at by to into onto from with and or nor but as is are be being been was were it its his her their my your our
  this that these those there here under over above below near beside behind between through across around against along up down
  out off very really so such any all each every while where when which who whose for like then than just more most much too also
  quite still only even if else can could will would may might must shall should do does did has have had about after before during
  within without upon toward towards inside outside next front back side top bottom middle left right one single lone 1 i we you
  he she they me us them s t d ll re ve image images picture pictures photo photos photograph painting drawing illustration render
  rendering artwork art style styled scene view create make draw show showing shows depicting featuring please want some's
  el la los las lo un una unos unas uno de del en con y e o u por para al sobre bajo entre junto ante desde hasta hacia tras muy mas
  su sus mi mis tu tus se que es son esta estan como cuando donde hay ser estar cada todo toda imagen foto cuadro dibujo pintura
  escena estilo vista le les me te nos`.split(/\s+/),
)

export const NEGATORS = new Set([
  'no',
  'not',
  'without',
  'never',
  'sans',
  'sin',
  'minus',
  'except',
  'excluding',
  'avoid',
  'none',
  'zero',
  'ningun',
  'ninguna',
  'lacking',
  'non',
])
