import { SPANISH } from './lexicon-spanish.ts'
import { SUBJECT_WORDS } from './lexicon-subjects.ts'

/**
 * What a word asks for, as `kind:name`. Places are where it is, `with` is what is there too, subjects are what the
 * picture is of (lexicon-subjects.ts).
 */
export type Tag =
  `${'place' | 'subject' | 'with' | 'weather' | 'time' | 'season' | 'colour' | 'mood' | 'view' | 'count'}:${string}`

/** Tags → the words and terms that ask for them, divided by commas. */
export type Entry = readonly [tags: string, words: string]

const PLACES: Entry[] = [
  [
    'place:mountain',
    'mountain, peak, summit, alp, alps, alpine, himalaya, himalayas, everest, mount, massif, sierra, rockies, andes, mountain range, ridge, cliff, crag',
  ],
  ['place:mountain with:waterfall', 'waterfall, cascade, cataract'],
  ['place:canyon', 'canyon, gorge, ravine, badlands, mesa, butte, grand canyon'],
  ['place:volcano', 'volcano, lava, eruption, magma, volcanic, crater lake'],
  [
    'place:hill',
    'hill, hillside, valley, countryside, highland, moor, rolling hills, vineyard, terrace, landscape, shire, scenery, nature',
  ],
  [
    'place:meadow',
    'meadow, field, grassland, prairie, pasture, lawn, grass, savanna, savannah, steppe, plain, farm, farmland, park, wheat, countryside field',
  ],
  [
    'place:meadow with:flowers',
    'garden, flower field, lavender field, poppy field, wildflower, wildflowers, flowerbed, flower garden',
  ],
  ['place:meadow with:trees', 'orchard, savannah trees, grove, olive grove'],
  [
    'place:forest',
    'forest, wood, woods, woodland, jungle, rainforest, taiga, thicket, glade, clearing, bamboo, pine forest, wilderness, enchanted forest',
  ],
  ['place:swamp', 'swamp, marsh, bog, wetland, bayou, mangrove'],
  [
    'place:sea',
    'sea, ocean, wave, surf, tide, seascape, seaside, atlantic, pacific, mediterranean, open water, horizon',
  ],
  ['place:beach', 'beach, shore, coast, coastline, seashore, bay, cove, lagoon, sandbar, by the sea, tropical beach'],
  ['place:beach with:palms', 'tropical, tropics, hawaii, caribbean, maldives, paradise'],
  ['place:island', 'island, isle, archipelago, atoll, islet, islands'],
  ['place:harbour', 'harbor, harbour, marina, pier, dock, wharf, jetty, port'],
  ['place:lake', 'lake, pond, loch, reservoir, tarn, waterside, lakeside'],
  ['place:lake place:mountain', 'mountain lake, alpine lake, glacial lake, fjord'],
  ['place:river', 'river, stream, creek, brook, canal, riverside, rapids'],
  ['place:desert', 'desert, dune, sahara, gobi, sand, sand dune, arid, wasteland, sandy, oasis, egypt'],
  [
    'place:arctic',
    'arctic, antarctic, antarctica, glacier, iceberg, tundra, polar, north pole, south pole, ice, frozen, icy',
  ],
  [
    'place:city',
    'city, skyline, downtown, metropolis, town, skyscraper, cityscape, urban, new york, manhattan, tokyo, london, paris, hong kong, shanghai, chicago, seoul, rooftop, tower, towers, megacity, building',
  ],
  [
    'place:street',
    'street, alley, alleyway, avenue, boulevard, road, lane, city street, sidewalk, crosswalk, market street, neighborhood, neighbourhood, traffic',
  ],
  [
    'place:street with:neon',
    'cyberpunk, blade runner, neon city, neon street, times square, shibuya, night market, synthwave',
  ],
  ['place:village', 'village, hamlet, settlement, suburb, cottages'],
  [
    'place:space',
    'space, outer space, galaxy, cosmos, universe, nebula, milky way, deep space, cosmic, interstellar, orbit, asteroid, comet, supernova, black hole, constellation, solar system, celestial',
  ],
  ['place:space subject:planet', 'planet, saturn, jupiter, exoplanet, gas giant, neptune, ringed planet, planet earth'],
  ['place:moon', 'on the moon, lunar, moonscape, lunar surface, moon base, moon landing, crater'],
  ['place:mars', 'mars, martian, alien planet, alien world, red planet, alien landscape'],
  [
    'place:underwater',
    'underwater, under the sea, coral, reef, coral reef, seabed, deep sea, aquarium, undersea, sea floor, abyss',
  ],
  ['place:sky', 'sky, in the sky, heaven, above the clouds, flying, floating, skyscape, cloudscape, floating islands'],
  [
    'place:room',
    'room, interior, bedroom, living room, hall, library, office, studio apartment, cafe, attic, cabin interior, lounge, gallery, museum, kitchen, bathroom, indoors, inside, hallway, apartment, loft',
  ],
  ['place:table', 'table, wooden table, desk, countertop, still life, tabletop, picnic, shelf, breakfast'],
  ['place:abstract view:abstract', 'abstract, abstraction, fractal, psychedelic, kaleidoscope, mandala'],
  [
    'place:abstract',
    'pattern, texture, geometric, surreal, swirl, swirling, spiral, fluid, marble, shape, colourful shapes, emotion, music, energy, chaos, wallpaper, gradient, vortex, kinetic',
  ],
]

const SURROUNDINGS: Entry[] = [
  [
    'weather:rain weather:cloud',
    'rain, rainy, raining, drizzle, downpour, shower, wet, monsoon, puddle, rainfall, in the rain, rainstorm',
  ],
  [
    'weather:storm weather:cloud weather:rain weather:wind',
    'storm, stormy, tempest, hurricane, typhoon, thunderstorm, squall, in a storm',
  ],
  ['weather:lightning weather:storm weather:cloud', 'lightning, thunder, thunderbolt, lightning bolt'],
  ['weather:snow', 'snow, snowy, snowfall, snowing, snowflake, flurry, snow-covered, snow-capped, snowcapped'],
  ['weather:snow weather:wind weather:mist', 'blizzard, snowstorm'],
  [
    'weather:mist',
    'mist, misty, fog, foggy, haze, hazy, smoke, smoky, steam, smog, vapor, vapour, murky, low clouds, morning mist',
  ],
  ['weather:cloud', 'cloud, cloudy, overcast, grey sky, gray sky, clouded, cumulus, big clouds, dramatic sky'],
  ['weather:clear', 'clear, clear sky, cloudless, bright sky, blue sky, fine weather, clear night'],
  ['weather:clear time:day', 'sunny, sunshine, sunlit, sunlight, daylight, bright day, sunny day'],
  ['weather:wind', 'wind, windy, breeze, breezy, gale, windswept, gust'],
  ['weather:rainbow', 'rainbow'],
  ['weather:aurora time:night', 'aurora, northern lights, aurora borealis, southern lights, polar lights'],
  ['time:dawn', 'dawn, sunrise, daybreak, early morning, first light, morning light, rising sun'],
  ['time:morning', 'morning, forenoon'],
  ['time:day', 'day, daytime, noon, midday, afternoon, high noon'],
  [
    'time:golden',
    'sunset, golden hour, evening sun, late afternoon, setting sun, sundown, evening light, golden light, backlit, golden-hour',
  ],
  ['time:dusk', 'dusk, twilight, evening, blue hour, nightfall, gloaming'],
  ['time:night', 'night, midnight, nighttime, nocturnal, night sky, at night, late night'],
  ['time:night with:moon', 'moonlight, moonlit, moonrise, full moon, crescent moon, moon'],
  ['time:night with:stars', 'star, starry, starlight, starry night, stargazing, starlit, shooting star, meteor'],
  ['with:sun', 'sun, sunbeam, solar'],
  [
    'with:rays',
    'light ray, god rays, light shaft, sunrays, ray of light, crepuscular, light beam, beam of light, rays',
  ],
  ['season:spring', 'spring, springtime, blooming, blossoming, april, may'],
  ['season:spring with:blossom', 'cherry blossom, sakura, blossom, petal'],
  ['season:summer', 'summer, summertime, july, august, midsummer, lush'],
  [
    'season:autumn',
    'autumn, autumnal, fall colors, fall colours, fall foliage, october, november, autumn leaves, falling leaves, harvest, golden leaves, leaf, maple, in fall',
  ],
  ['season:winter weather:snow', 'winter, wintry, december, january, christmas, wintertime, frost, frosty'],
  ['with:neon', 'neon, neon lights, neon sign, glowing signs'],
  [
    'with:glow',
    'glow, glowing, luminous, bioluminescent, radiant, shimmering, sparkling, sparkle, firefly, fireflies, magic dust, glitter, ember, twinkling',
  ],
  ['with:lanterns time:dusk', 'lantern, paper lantern, lanterns, fairy lights, candlelight, candlelit'],
  ['with:trees', 'tree, pine, oak, birch, willow, fir, spruce, conifer, cypress, treeline, evergreen'],
  ['with:palms', 'palm, palm tree, coconut tree'],
  ['with:flowers', 'flowers, floral, bloom, blooms, bouquet, daisies, flowering'],
  ['with:water', 'water, reflection, reflective, reflecting'],
  ['with:birds', 'flock, flock of birds, seagulls, birds flying, swallows'],
  ['with:people', 'people, crowd, pedestrians, passersby, tourists'],
  ['with:fire', 'fire, campfire, flame, bonfire, burning'],
  ['with:rocks', 'rock, stone, boulder, rocky, pebble'],
  ['with:window', 'window, windowsill, window light'],
]

const LOOKS: Entry[] = [
  ['colour:red', 'red, crimson, scarlet, ruby, vermilion, burgundy, cherry red, blood red'],
  ['colour:orange', 'orange, amber, tangerine, copper, rust, apricot, terracotta'],
  ['colour:yellow', 'yellow, lemon, mustard, canary, saffron'],
  ['colour:gold', 'gold, golden, gilded, brass, honey'],
  ['colour:green', 'green, emerald, olive, jade, lime, moss, mossy, sage, mint green'],
  ['colour:teal', 'teal, turquoise, cyan, aqua, aquamarine, mint'],
  ['colour:blue', 'blue, azure, navy, sapphire, cobalt, indigo, ultramarine, sky blue, cerulean'],
  ['colour:purple', 'purple, violet, lavender, lilac, mauve, amethyst, plum, ultraviolet'],
  ['colour:pink', 'pink, rose pink, magenta, fuchsia, coral pink, salmon, blush, hot pink'],
  ['colour:brown', 'brown, chocolate, sepia, chestnut, earthy, earth tones, bronze, wooden, tan, beige'],
  ['colour:white', 'white, ivory, cream, pale, snow white, pearl, silver, silvery'],
  ['colour:black', 'black, ebony, onyx, jet black, obsidian, charcoal'],
  ['colour:grey', 'grey, gray, monochrome, black and white, greyscale, grayscale, ash, noir'],
  ['colour:pastel', 'pastel, soft colors, soft colours, muted, faded, washed-out, desaturated'],
  [
    'colour:vivid',
    'vivid, vibrant, colorful, colourful, saturated, rainbow colors, bright, multicolored, technicolor, bold',
  ],
  ['colour:warm', 'warm, warm colors, warm light, warm tones, fiery'],
  ['colour:cool', 'cool colors, cool tones, cold, chilly, cool'],
  [
    'mood:calm',
    'calm, quiet, peaceful, serene, tranquil, still, silent, gentle, relaxing, zen, meditative, soothing, idyllic, soft, harmony, restful',
  ],
  [
    'mood:joy',
    'joy, joyful, happy, cheerful, playful, fun, festive, celebration, delight, laughter, happiness, bliss, party, smile, smiling, lively',
  ],
  [
    'mood:dramatic',
    'dramatic, epic, intense, powerful, majestic, grand, mighty, heroic, cinematic, breathtaking, monumental, awe, raging, towering, spectacular, fierce, wild',
  ],
  [
    'mood:dark',
    'dark, gloomy, scary, spooky, haunted, horror, eerie, sinister, gothic, creepy, grim, ominous, nightmare, ghostly, halloween, dystopian, post-apocalyptic, shadowy, abandoned, fear',
  ],
  [
    'mood:dreamy',
    'dreamy, dream, dreamlike, magical, magic, fantasy, enchanted, ethereal, mystical, fairytale, fairy tale, whimsical, wonder, mysterious, mystery, otherworldly, imaginary, wonderland',
  ],
  ['mood:romantic', 'romantic, love, romance, tender, valentine, intimate, heart'],
  [
    'mood:sad',
    'sad, lonely, melancholy, melancholic, sorrow, solitude, nostalgic, loneliness, grief, longing, wistful, sadness, alone, nostalgia',
  ],
  [
    'mood:energy',
    'energetic, dynamic, action, fast, explosive, explosion, speed, racing, electric, exciting, rage, anger, angry, power, passion, dancing, dance',
  ],
  ['mood:cute', 'cute, adorable, kawaii, tiny, sweet, fluffy, little, chubby, baby'],
  ['mood:cosy', 'cosy, cozy, homely, snug, comfortable, rustic, inviting, hygge'],
  ['mood:future', 'futuristic, sci-fi, science fiction, future, high-tech, modern, minimalist architecture, space age'],
  [
    'view:close',
    'close-up, closeup, macro, close up, headshot, portrait, detailed face, zoomed in, bust, extreme close-up, face',
  ],
  [
    'view:wide',
    'wide, panorama, panoramic, wide shot, wide-angle, wide angle, vast, distant, far away, establishing shot, vista, expansive, endless, far',
  ],
  ['view:centred', 'symmetrical, symmetric, symmetry, centered, centred, mirrored, frontal'],
  [
    'view:minimal',
    'minimal, minimalist, minimalism, simple, empty, negative space, clean, sparse, isolated, plain background',
  ],
  [
    'view:detailed',
    'detailed, intricate, ornate, highly detailed, complex, elaborate, 4k, 8k, hd, ultra detailed, sharp',
  ],
  ['view:low', 'low angle, from below, worm eye view, low-angle, looking up, tall'],
  ['view:high', 'aerial, high angle, from above, bird eye view, drone, drone shot, overhead, top down, birds-eye view'],
  ['view:profile', 'profile, side view, from the side'],
  ['view:blurred', 'bokeh, depth of field, blurred background, shallow focus, blurry background'],
]

const COUNTS: Entry[] = [
  ['count:1', 'one, single, lone, solitary, 1'],
  ['count:2', 'two, pair, couple, twin, twins, both, 2, duo'],
  ['count:3', 'three, trio, triple, 3, few, several'],
  ['count:4', 'four, 4'],
  ['count:5', 'five, 5, some, group, family'],
  ['count:6', 'six, half a dozen, 6'],
  ['count:7', 'seven, 7, many, herd, pack, lots of, bunch'],
  ['count:8', 'eight, 8'],
  ['count:9', 'nine, 9, ten, 10, dozen, twelve, hundred, hundreds, thousand, thousands, countless, swarm'],
]

/** Folded term (`foldWord`) → its tags. */
export const LEXICON: ReadonlyMap<string, readonly Tag[]> = new Map(
  [...SPANISH, ...PLACES, ...SURROUNDINGS, ...LOOKS, ...COUNTS, ...SUBJECT_WORDS].flatMap(([tags, words]) =>
    words.split(', ').map((word) => [word, tags.split(' ') as Tag[]] as const),
  ),
)

/** Words that hold a sentence together and ask for nothing: they are named neither used nor unused. */
export const SMALL_WORDS = new Set(
  `a an the of in on at by to into onto from with and or nor but as is are be it its his her their my your our this that these those
  there here under over above below near beside behind between through across around against along up down out off very really
  so such some any all each every while where when which who whose for like than then than just more most much too also quite
  el la los las un una unos unas de del en con y o por para al sobre bajo entre junto muy su sus que es image picture photo
  photograph painting drawing illustration render rendering artwork art style scene view of i we you he she they me us them
  s t standing sitting holding wearing looking having being made showing depicting featuring full`.split(/\s+/),
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
