/** Words for homes, appliances, kitchens and cars, in both languages, in the format of `SYNONYMS`. */
export const HOUSEHOLD = `
janitor, caretaker, custodian, superintendent, super, maintenance man, handyman, porter, concierge, doorman / super, conserje, portero, encargado, encargado de mantenimiento
landlord, landlady, lessor, owner / casero, casera, arrendador, arrendadora, propietario, propietaria
property manager, manager, management, management company, administrator, administracion / administrador, administracion, gestor
come in, come into, walk in, enter, entering, entry, let himself in, access, visit the apartment / entrar, acceder, acceso
locked out, lock out, lock myself out, lockout, forgot key, forgot keys, lost key, keys inside, shut out / me quede fuera, sin llaves
spare key, extra key, copy of the key, duplicate key / llave de repuesto, copia de la llave
moving out, move out, leaving, vacate, give notice, notice, non renewal, not renew, terminate / desocupar, dejar el piso, marcharse, preaviso
moving in, move in, move in date, handover / entrega de llaves, entrar a vivir
already damaged, damage, damaged, condition, existing damage, defects, defect, scratch, dent, chip / chip, desperfecto, desperfectos, danos, estado
damage, damaged, destroyed, ruined, broken / dano, danos, danado, roto
broken, broke, broken down, out of order, faulty, defective, not working, does not work, stopped working, malfunction, fault, failure, fix, repair / estropeado, averiado, averia, roto, no funciona, fallo
wear and tear, ordinary wear, normal wear / desgaste, uso normal
no heat, heating broken, heat is out, radiator cold, radiators cold, cold radiators / sin calefaccion, calefaccion averiada
radiator, heat, heating, heater / radiador, calefaccion, calefactor, caldera
hot water, water heater / agua caliente, calentador
thermostat, temperature setting / termostato
leak, leaking, leaks, drip, dripping, burst pipe, water damage, flood, flooding / goteo, gotera, fuga, inundacion, tuberia rota
clog, clogged, blocked, drain, stopped up / atasco, atascado, desague
toilet, wc / inodoro, vater
faucet, tap / grifo, llave de paso
sink, washbasin, basin / fregadero, lavabo
bathroom, restroom, bath / bano, cuarto de bano, aseo
bathtub, tub, shower / banera, ducha
basement, cellar / sotano
attic, loft / atico, desvan
stairway, staircase, stairwell, hallway, corridor, stairs, common areas / escalera, rellano, pasillo, zonas comunes
storage, storage room, storage unit, locker, taquilla / trastero, almacen, taquilla
elevator, lift / ascensor, elevador
plug, outlet, socket / enchufe
fuse, breaker, circuit breaker / fusible, diferencial
light, lamp, bulb, bombilla / luz, bombilla, lampara
blind, blinds, curtain, shutter / persiana, cortina
floor, flooring, hardwood / suelo, piso
carpet, rug / alfombra, moqueta
paint, painting, repaint, redecorate, color of the walls / pintar, pintura
nail, nails, screw, hang pictures, hole, holes, drill / clavo, agujero, colgar cuadros, taladrar
pests, mice, mouse, rats, roaches, cockroaches, bugs, bed bugs, exterminator / plagas, ratones, cucarachas, chinches
mold, mould, damp, mildew / mould, moho, humedad, humedades
neighbor, neighbors, next door / vecino, vecinos, vecina
party, parties, loud music, noise, noisy, quiet hours, quiet / fiesta, fiestas, ruido, silencio
barbecue, bbq, grill, grilling / barbacoa, parrilla
garbage, trash, rubbish, waste, bin, bins, dumpster / basura, contenedor, residuos
recycle, recycling, recyclables / reciclaje, reciclar
snow, plow, plowing, shovel, snowfall / nieve
lawn, grass, mow, yard, yard work, landscaping / cesped, jardin
fence, fencing, gate / valla, verja
shed / cobertizo
pool, swimming pool / piscina
gym, fitness room, fitness center / gimnasio
cable, tv, television, satellite / cable, tele
wifi, wi fi, wireless, internet, broadband / wifi, internet, red inalambrica
mailbox, mail, post, letterbox / buzon, correo
doorbell, intercom, buzzer, telefonillo / timbre, portero automatico, telefonillo
alarm, alarm code, alarm system, security system / alarma
camera, surveillance, videovigilancia / camaras, videovigilancia
square feet, square foot, square meters, floor area, floor space, size of the apartment, surface, m2 / metros cuadrados, superficie
bedroom, bedrooms, room, rooms / dormitorio, habitacion, habitaciones
subtenant, sublet, sublease, rent out, short term rental, vacation rental / realquilar, subarrendar, alquilar habitacion
guarantor, cosigner, co signer / avalista, aval, fiador
utility bills, utilities, heat and water / suministros, gastos, luz y agua
condominium, condo, hoa, homeowners association / hoa, comunidad, comunidad de vecinos, comunidad de propietarios
assessment, special assessment / derrama, cuota extraordinaria
vote, voting, ballot / votar, votacion
dishwasher / lavavajillas, lavaplatos
washing machine, washer, laundry machine / lavadora
dryer, tumble dryer / secadora
laundry, wash clothes, do laundry, load of laundry / colada, ropa
fridge, refrigerator / nevera, frigorifico, refrigerador
freezer, freeze, freezing, frozen, freezes / congelador, congelar, congelado
oven, stove, range, cooker / horno, cocina
microwave / microondas
kettle / hervidor
vacuum, vacuum cleaner, hoover / aspiradora, aspirador
coffee maker, coffee machine, espresso / cafetera
iron, ironing / plancha, planchar
fan, ventilation, extractor / ventilador, extractor
machine, appliance, device, unit / maquina, aparato, electrodomestico
dish, dishes, plates, plate, cup, cups, glass, glasses, crockery, tableware, china / vajilla, plato, platos, vasos, copas
cutlery, silverware, knife, knives, fork, forks, spoon, spoons / cubiertos, cuchillo, tenedor, cuchara
dish soap, washing up liquid, dishwashing liquid, soap / lavavajillas a mano, jabon
detergent, soap, powder, tablet, tablets, pods, pastilla / detergente, jabon, pastilla
bleach / lejia
fabric softener, softener / suavizante
rinse aid / abrillantador
descale, descaler, descaling, limescale, scale, lime, calcification, hard water, antical / descaler, cal, descalcificar, antical
stain, spot, spots, streaks, film, cloudy, white film / film, mancha, manchas, velo blanco
smell, smells, stink, stinks, stinky, odor, odour, reek / odour, huele, olor, mal olor, oler
noise, noisy, sound, rattle, rattling, grinding, grind, humming, buzzing, squeal, squeak, loud / ruido, ruidoso, zumbido, chirrido
vibrate, vibration, shake, shakes, wobble / vibracion, vibrar
wet, damp, not dry, moist, soggy / mojado, humedo
dry, drying, dries / secar, seco, secado
rust, rusty, rusting, corrosion / corrosion, oxido, oxidado
turn on, switch on, power on, start, activate, enable, put on / encender, activar, conectar, poner en marcha
turn off, switch off, power off, shut off, deactivate, disable, unlock / apagar, desactivar, desconectar
lock, locked, child lock, block / bloquear, bloqueo, cerrar
unlock, unlocked / desbloquear
start later, delay, delayed, delay start, set for later, program for later / inicio diferido, programar, temporizador, retrasar
reset, restart, reboot / reiniciar, restablecer
cancel, stop, abort, interrupt / cancelar, interrumpir, anular
program, programme, cycle / programme, programa, ciclo
quick, short, fast, express, rapid / rapido, corto
in progress, while running / en marcha, funcionando
add, put in, meter / anadir
error, error code, code, fault, warning light, blinking, flashing / codigo, fallo, averia, parpadea
meaning, means, stand for / significado, significa
button, key, knob, dial, switch / boton, tecla, mando
display, screen, panel / panel, pantalla
filter, strainer, sieve / filtro
hose, pipe, tube / manguera, tubo
pump, pumped out / bomba
seal, gasket / junta
door, lid, cover / puerta, tapa
width, wide, breadth / ancho, anchura
height, high, tall / alto, altura
depth, deep / profundidad, fondo
length, long / largo, longitud
dimensions, size, measurements, measures / dimensiones, medidas, tamano
weight, weigh, heavy, kg, pounds / peso, pesa
capacity, holds, fit, volume / capacidad, cabe
power consumption, energy consumption, energy use, watts, kwh / watts, consumo, energia, potencia
energy class, energy label, efficiency / clase energetica, eficiencia
voltage, volts, mains, current, tension / volts, tension, voltaje
water consumption, water use, liters / consumo de agua, litros
spare part, spare parts, replacement part, parts / recambio, recambios, repuesto, repuestos, pieza
service line, hotline, helpline, customer service, support, customer support, technical support, service, call center, service number / hotline, atencion al cliente, servicio tecnico, soporte, linea de atencion
technician, repairman, repair service, serviceman, engineer, mechanic, plumber, electrician / tecnico, fontanero, electricista
receipt, proof of purchase, bought, date of purchase, purchase, ticket de compra / ticket de compra, factura, recibo
purchase, buy, bought, acquire / compra, comprar, adquirir
warranty, guarantee, guaranteed, under warranty / garantia
manual, booklet, instructions for use, user guide / manual, manual de instrucciones, instrucciones de uso
maintenance, care, upkeep, clean, cleaning / mantenimiento, cuidado, limpieza
assemble, assembly, put together, mount, install, installation, montaje / montaje, montar, instalar
level, leveling, feet / nivelar
unplug, pull the plug, disconnect / desenchufar, desconectar
electric shock, shock / descarga electrica
kids, children, child, toddlers / ninos, nino, menores
mechanic, shop, body shop, repair shop, garage, auto shop, workshop / taller, mecanico
crash, accident, collision, wreck, fender bender, car accident, hit, loss / accidente, choque, colision, siniestro, golpe
fault, at fault, to blame, blame, responsible, whose fault, liable, liability, culpable / culpa, culpable, responsable, responsabilidad
who saw, saw the accident, saw the crash, eyewitness, witness, witnesses, anybody see, see the accident, see the crash, see it happen / testigo, testigos
police, officer, police report, cop, cops / policia, agente, atestado
speed, speeding, how fast, going fast, mph, miles per hour / velocidad
totaled, total loss, write off, written off / siniestro total, perdida total
tow, towed, towing, tow truck, wrecker / grua, remolque
rental car, rental, loaner, hire car, replacement vehicle, courtesy car / coche de alquiler, coche de sustitucion, alquiler de coche
car, vehicle, automobile, auto / auto, coche, carro, vehiculo, automovil
truck, van, lorry / camion, furgoneta, camioneta
motorcycle, motorbike / moto, motocicleta
driver, drive, conductor / conducir
passenger, rider / pasajero, pasajera, acompanante
license plate, plate, tag, registration number / matricula, placa
registration, title, pink slip / registro, permiso de circulacion
bumper, hood, fender, headlight, windshield, tail light, capo / parachoques, faro, aleta
windshield, windscreen, glass / parabrisas, luna
engine, motor / motor
gas, fuel, gasoline, petrol, diesel, combustible / gas, diesel, gasolina, combustible
electric car, ev, charging station, charger / ev, coche electrico, cargador
tire, tyre, tires, flat tire, wheel / neumatico, rueda, pinchazo
inspection, roadworthiness, emissions, smog, itv / roadworthiness, itv, inspeccion
transmission, gearbox, clutch / caja de cambios, embrague
car seat, child seat, booster seat, sillita / silla infantil, sillita
adjuster, claims adjuster, claim handler, case worker, caseworker, person handling, handles my claim, in charge of my claim / perito, tramitador, gestor
estimate, quote, quotation, appraisal / presupuesto, valoracion, tasacion, peritaje
workshop labor, labor, hours of work / labor, mano de obra
recipe / receta
ingredients, ingredient, shopping list, groceries, you need, what you need / ingredientes, lista de la compra
calories, calorie, kcal, energy, nutrition, nutritional / calorias, valor energetico
protein, proteins / proteina, proteinas
carbs, carbohydrate, carbohydrates / hidratos, carbohidratos, hidratos de carbono
celiac, coeliac, gluten, gluten free / coeliac, gluten, celiaco, celiaca
vegan, plant based, no animal products / vegano, vegana
lactose, dairy free, milk free / sin lactosa, sin leche
nut free, nuts, peanuts, tree nuts / frutos secos
bread, loaf, loaves / barra, hogaza
slice, slices, piece / rebanada, trozo, porcion
dough, batter / masa
yeast / levadura
baking powder, baking soda / polvo de hornear, bicarbonato
salt, salty, salted / sal, salado
pepper / pimienta
sugar, sweet, sweeten, sweetener / azucar, dulce
honey, syrup, molasses / miel, jarabe, melaza
egg, eggs / huevo, huevos
rice / arroz
onion, onions / cebolla
garlic / ajo
tomato, tomatoes / tomate
potato, potatoes, papa / patata, papa
bean, beans, legumes / judias, alubias, frijoles, legumbres
stock, broth / caldo
spice, spices, seasoning, herb, herbs / especia, especias, hierbas, condimento
chocolate, cocoa, cacao / chocolate, cacao
strawberry, berry / fresa, frutos rojos
rise, rising, proof, prove, proofing, let it rest, resting, leavening / levar, reposar, fermentar
knead, kneading / amasar
mix, stir, whisk, beat, combine, remover / mezclar, batir
chop, cut, dice, mince, slice / picar, cortar, trocear
preheat, heat the oven, oven temperature, oven, degrees, precalentar / precalentar, temperatura del horno, grados
done, ready, finished, cooked through, fully cooked / listo, hecho, en su punto
cool, cooling, cool down, let cool / enfriar, dejar enfriar
burnt, burn, burned, scorched, blackened / quemado, quemada, quemar
sticky, gummy, wet, gooey / pegajoso, humedo
flat, dense, did not rise / plano, denso
keep, keeps, store, storing, last, stay fresh, fresh, shelf life, stale / conservar, conserva, guardar, dura, durar, fresco
reheat, warm up, heat up / recalentar, calentar
go bad, spoil, spoiled, spoils, moldy / estropear, echarse a perder
make ahead, ahead, the day before, in advance, beforehand / con antelacion, el dia antes, vispera
substitute, instead of, swap, swapped, replace, without, replacement, in place of, in stead / sustituir, en lugar de, en vez de, sustituto
doubling, double, twice as much / doble, doblar
servings, serves, portions, makes, yield, feeds / raciones, porciones, comensales, personas
prep time, preparation time, hands on time, active time / tiempo de preparacion
total time, altogether, start to finish / tiempo total
difficulty, difficult, easy / dificultad, dificil, facil
equipment, utensils, tools, pans, bowl / pan, utensilios, utiles
side dish, serve with, goes with, accompany / guarnicion, acompanamiento, acompanar
carrot, carrots / zanahoria, zanahorias
onion, onions / cebolla, cebollas
garlic, cloves / ajo, ajos, dientes de ajo
potato, potatoes / patata, patatas, papas
tomato, tomatoes / tomate, tomates
lentil, lentils / lentejas, lenteja
chickpea, chickpeas, garbanzo beans / garbanzos
oil, olive oil / aceite, aceite de oliva
vinegar / vinagre
bell pepper, pepper, peppers / pimiento, pimientos
paprika / pimenton
cream, whipping cream / nata, crema
bread, loaf / pan, barra
beef, steak, red meat / ternera, carne roja, carne de res
pork, ham, bacon / cerdo, jamon, tocino, panceta
sausage, sausages / salchicha, salchichas, embutido, embutidos, chorizo
fish, salmon, tuna / pescado, salmon, atun
lemon, lemon juice / limon, zumo de limon
orange juice, orange / naranja, zumo de naranja, jugo de naranja
apple, apples / manzana, manzanas
spinach / espinacas
cinnamon / canela
bay leaf / laurel
stock, broth, bouillon / caldo
boil, boiling, bring to a boil / hervir, hierva, hierve, ebullicion
fry, saute, frying / freir, sofreir, dorar, rehogar
bake, baking, roast / hornear, asar
stir, mix / remover, mezclar, revolver
chop, dice, slice, cut / picar, cortar, trocear, rodajas
soak, soaking, overnight / remojo, remojar, en remojo
rest, stand, sit / reposar, reposo
bland, tasteless, no taste, not enough flavor / soso, sosa, sosas, sin sabor
too salty, salty / salado, salada
freeze, freezes, frozen, freezer / congelar, congelado, congelada, congeladas, congelador
keep in the fridge, keeps, last, lasts, fridge, refrigerator / aguanta, aguantan, conservar, se conserva, nevera
pressure cooker, instant pot / olla expres, olla a presion, olla rapida
vegetarian, vegan, without meat, meatless, no meat / vegetariano, vegetariana, vegano, vegana, sin carne
calories, calorie, kcal, energy / calorias, kcal, energia
serving, servings, portion, plate, per person / racion, raciones, porcion, plato, por persona, por racion
`
