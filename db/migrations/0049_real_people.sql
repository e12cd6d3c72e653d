-- Names of people whom sexual prompts name most, Spanish words for what is not drawn, and signs of hate.
insert into prompt_term (id, term, rule, topic, added_at)
select uuidv7(), trim(term), 'block', topic, '2026-11-24T00:00:00Z'
from (values
  ('hate', 'swastika, hakenkreuz, esvastica, svastica, cruz gamada, nazi flag, nazi flags, nazi symbol, nazi eagle, nazi armband, ' ||
    'nazi salute, nazi banner, nazi cross, hitler salute, bandera nazi, simbolo nazi, saludo nazi, ' ||
    'third reich flag, ss bolts, ss runes, ss lightning bolts, ss totenkopf, sonnenrad, reichsadler, reichskriegsflagge, ' ||
    'blut und boden, white pride, white supremacy, white supremacist, white supremacists, supremacia blanca, poder blanco, ' ||
    'kkk, klansman, klansmen, klan hood, klan robe, klan robes, isis flag, islamic state flag, bandera de isis'),
  ('abuse', 'violacion sexual, violada, abuso sexual, esclava sexual, agresion sexual'),
  ('minors', 'porno infantil, pornografia infantil, pedofilo, pedofilia, pederasta')
) seeds (topic, terms), unnest(string_to_array(seeds.terms, ',')) term
on conflict (term) do nothing;
insert into prompt_term (id, term, rule, added_at)
select uuidv7(), trim(term), rule, '2026-11-24T00:00:00Z'
from (values
  ('minor', 'nino, nina, ninos, ninas, menor de edad, menores de edad, adolescente, colegiala, colegial, chiquilla, bebe, bebes'),
  ('sexual', 'boobs, tits, bdsm, milf, onlyfans, stripper, strip tease, orgy, threesome, handjob, cumshot, pussy, xxx, ' ||
    'having sex, without clothes, no clothes, wearing nothing, breasts exposed, bare breasts, bare breasted, undressing, ' ||
    'nudist, desnudo, desnuda, desnudez, desnudandose, sin ropa, encuerada, sexo, sexuales, erotico, erotismo, lenceria, ' ||
    'ropa interior, tetas, pornografia, pornografico, pornografica, orgia, pechos al aire'),
  ('person', 'mi ex, mi vecina, mi vecino, mi profesora, mi profesor, mi maestra, mi jefa, mi jefe, mi companera, mi companero, ' ||
    'mi amiga, mi amigo, mi alumna, mi prima, mi hermana, actriz, cantante famosa, famosa, presidenta, persona real, ' ||
    'my crush, my sister, my cousin, my roommate'),
  ('person', 'taylor swift, emma watson, emma stone, scarlett johansson, jennifer lawrence, jennifer aniston, jennifer lopez, ' ||
    'angelina jolie, brad pitt, kim kardashian, kardashian, khloe kardashian, kylie jenner, kendall jenner, selena gomez, ' ||
    'ariana grande, billie eilish, dua lipa, katy perry, lady gaga, miley cyrus, britney spears, justin bieber, hailey bieber, ' ||
    'beyonce, rihanna, zendaya, shakira, nicki minaj, cardi b, megan thee stallion, doja cat, olivia rodrigo, sabrina carpenter, ' ||
    'lana del rey, sydney sweeney, margot robbie, gal gadot, anne hathaway, natalie portman, keira knightley, mila kunis, ' ||
    'megan fox, jessica alba, jessica biel, salma hayek, penelope cruz, sofia vergara, eva mendes, eva longoria, ana de armas, ' ||
    'jenna ortega, millie bobby brown, maisie williams, sophie turner, emilia clarke, florence pugh, anya taylor joy, ' ||
    'elizabeth olsen, brie larson, alexandra daddario, chloe grace moretz, dakota johnson, dakota fanning, elle fanning, ' ||
    'amber heard, johnny depp, blake lively, ryan reynolds, ryan gosling, timothee chalamet, tom holland, tom cruise, ' ||
    'tom hanks, chris evans, chris hemsworth, chris pratt, robert downey, leonardo dicaprio, keanu reeves, harry styles, ' ||
    'zac efron, channing tatum, henry cavill, jason momoa, george clooney, will smith, denzel washington, morgan freeman'),
  ('person', 'julia roberts, sandra bullock, nicole kidman, charlize theron, cameron diaz, drew barrymore, reese witherspoon, ' ||
    'kate winslet, kate moss, kate middleton, princess diana, princess kate, meghan markle, prince harry, prince william, ' ||
    'king charles, queen elizabeth, halle berry, viola davis, lupita nyong o, priyanka chopra, deepika padukone, alia bhatt, ' ||
    'aishwarya rai, katrina kaif, kareena kapoor, marilyn monroe, audrey hepburn, brigitte bardot, sophia loren, grace kelly, ' ||
    'elizabeth taylor, paris hilton, pamela anderson, carmen electra, heidi klum, gigi hadid, bella hadid, cara delevingne, ' ||
    'gisele bundchen, adriana lima, emily ratajkowski, ashley graham, oprah winfrey, ellen degeneres, greta thunberg, ' ||
    'malala yousafzai, serena williams, venus williams, simone biles, maria sharapova, naomi osaka, alex morgan, ' ||
    'cristiano ronaldo, lionel messi, messi, neymar, david beckham, victoria beckham, lebron james, michael jordan, ' ||
    'tiger woods, roger federer, rafael nadal, novak djokovic, carlos alcaraz, lewis hamilton, kobe bryant, elon musk, ' ||
    'jeff bezos, bill gates, steve jobs, mark zuckerberg, tim cook, sam altman, emma chamberlain, belle delphine, pokimane, ' ||
    'amouranth, addison rae, charli d amelio, logan paul, mr beast, andrew tate, joe rogan, jake paul'),
  ('person', 'donald trump, trump, melania trump, ivanka trump, joe biden, biden, jill biden, barack obama, obama, michelle obama, ' ||
    'hillary clinton, bill clinton, kamala harris, george bush, ronald reagan, john kennedy, jackie kennedy, ' ||
    'alexandria ocasio cortez, aoc, nancy pelosi, bernie sanders, jd vance, ron desantis, mitch mcconnell, marjorie taylor greene, ' ||
    'vladimir putin, putin, volodymyr zelensky, zelensky, zelenskyy, angela merkel, merkel, emmanuel macron, macron, ' ||
    'giorgia meloni, sanna marin, boris johnson, rishi sunak, keir starmer, justin trudeau, trudeau, jacinda ardern, ' ||
    'xi jinping, kim jong un, narendra modi, benjamin netanyahu, ursula von der leyen, olaf scholz, pope francis, ' ||
    'dalai lama, pedro sanchez, yolanda diaz, irene montero, isabel ayuso, reina letizia, letizia ortiz, rey felipe, ' ||
    'claudia sheinbaum, lopez obrador, javier milei, cristina kirchner, nicolas maduro, gustavo petro, nayib bukele, ' ||
    'gabriel boric, lula da silva, jair bolsonaro, fidel castro, che guevara'),
  ('person', 'michael jackson, elvis presley, john lennon, paul mccartney, mick jagger, david bowie, freddie mercury, kurt cobain, ' ||
    'kanye west, jay z, eminem, snoop dogg, drake graham, travis scott, post malone, ed sheeran, bruno mars, the weeknd, ' ||
    'bad bunny, karol g, becky g, anitta, rosalia vila, aitana ocana, ester exposito, ursula corbero, ana mena, lola indigo, ' ||
    'chenoa, belen esteban, isabel pantoja, elsa pataky, blanca suarez, maria pedraza, danna paola, belinda peregrin, thalia sodi, ' ||
    'paulina rubio, gloria trevi, gloria estefan, luis miguel, ricky martin, enrique iglesias, julio iglesias, maluma, j balvin, ' ||
    'daddy yankee, ozuna, rauw alejandro, camila cabello, demi lovato, jisoo, jennie kim, lalisa manobal, ' ||
    'jungkook, nayeon, tzuyu, karina yu, jang wonyoung, momo hirai, emma roberts, emma corrin, madonna ciccone, adele adkins, ' ||
    'frida kahlo, hitler, adolf hitler, mahatma gandhi, nelson mandela, martin luther king, mother teresa'),
  ('allow', 'hindu swastika, buddhist swastika, jain swastika, swastika rangoli, trump card, trump cards, king charles spaniel, ' ||
    'nude pink, nude polish, nude shade, nude shades, nude colors, nude colours, naked tree, naked trees, naked branches, ' ||
    'naked oak, naked birch, naked cake, naked cakes, naked lunch, naked flames, naked light bulb, naked lightbulb, naked juice, ' ||
    'naked gun, naked lady flower, naked ladies flower, naked ladies flowers, naked cat, naked bulb, naked singularity, ' ||
    'naked raku, blue tits, great tits, coal tits, marsh tits, arbol desnudo, arboles desnudos, ramas desnudas, rama desnuda, ' ||
    'pies desnudos, pared desnuda, paredes desnudas, color nude, nina ricci, el nino storm, fenomeno el nino, nino jesus, nino dios, ' ||
    'divino nino, asia menor, sex and the city, battle of the sexes, ' ||
    'sexo masculino, sexo femenino, mismo sexo, ' ||
    'egon schiele, gustav klimt, amedeo modigliani, henri matisse, pablo picasso, paul cezanne, edgar degas, auguste renoir, ' ||
    'pierre auguste renoir, paul gauguin, peter paul rubens, francisco goya, francisco de goya, diego velazquez, lucian freud, ' ||
    'edward hopper, auguste rodin, marcel duchamp, sandro botticelli, georgia o keeffe, claude monet, edouard manet, ' ||
    'vincent van gogh, van gogh, alphonse mucha, edward weston, man ray, bill brandt, tamara de lempicka, william bouguereau, ' ||
    'michelangelo buonarroti, leonardo da vinci, joan miro, salvador dali, fernando botero, henry moore, constantin brancusi, ' ||
    'albrecht durer, lucas cranach, peter lely, john singer sargent, aubrey beardsley, franz von stuck, anders zorn, ' ||
    'julio romero de torres, joaquin sorolla, antonio canova, aristide maillol')
) seeds (rule, terms), unnest(string_to_array(seeds.terms, ',')) term
on conflict (term) do nothing;
