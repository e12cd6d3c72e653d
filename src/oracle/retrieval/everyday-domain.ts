/** Common words for the same thing, in both languages, in the format of `SYNONYMS`. */
export const EVERYDAY = `
mom, mother, mum, mommy, mama / mama, madre
dad, father, daddy, papa / papa, padre
parent, parents, mother, father, guardian, tutor / padres, padre, madre, tutor
grandmother, grandma, granny / abuela
grandfather, grandpa / abuelo
aunt, auntie / tia
uncle / tio
cousin / primo, prima
brother, sister, sibling / hermano, hermana, hermanos
husband, wife, spouse, partner / marido, mujer, esposo, esposa, pareja, conyuge
boyfriend, girlfriend, partner / novio, novia, pareja
child, children, kid, kids, son, daughter / hijo, hija, hijos, nino, ninos
family, relatives, relative / familia, familiar, familiares, parientes
friend, friends, guest, guests, visitor, visitors / amigo, amigos, invitado, visita, visitas
surname, last name, family name / apellido, apellidos
birthday, date of birth, born, dob / cumpleanos, nacimiento, nacido, nacida
live, lives, living, reside, resident, residence / vivir, vive, residir
stay, stays, remain / quedarse, permanecer, alojarse
begin, begins, start, starts, commence, first day / empezar, empieza, comenzar, comienza, inicio
end, ends, finish, finishes, last day, over, done, fin / terminar, termina, acabar, acaba, finaliza
later, afterwards, after / mas tarde, despues
early, earlier, before, ahead of time / temprano, antes
wait, waiting, hold on / esperar, espera
hurry, quick, quickly, fast / prisa, rapido
ask, request, apply / pedir, solicitar, solicitud
inform, notify, let know, announce, tell / informar, avisar, notificar, comunicar
answer, reply, respond, response, responder / contestar, respuesta
explain, explanation / explicar, explicacion
sell, sold, sale / vender, venta
give, hand over, provide / dar, entregar, proporcionar
receive, obtain / recibir, obtener, conseguir
bring, take along, carry / traer, llevar
send, mail, ship, post / enviar, mandar
keep, hold, retain, save / guardar, conservar
throw away, dispose, discard, get rid of, throw out / tirar, desechar, eliminar
lose, lost, missing, misplaced / perder, perdido, perdida, extraviar
find, found, locate / encontrar, hallar
change, changes, switch, modify, alter / cambiar, cambio, modificar
replace, replacement, exchange, new one / reemplazar, sustituir, cambiar, reposicion
fix, fixed, repair, repairs, mend / arreglar, reparar, arreglo, reparacion
clean, cleaning, wash, wipe, scrub / limpiar, limpieza, lavar
open, opens, opened / abrir, abierto
close, closed, shut, shuts / cerrar, cerrado
allowed, permitted, permission / permitido, permite, permiten, autorizado
forbidden, prohibited, banned, not allowed / prohibido, prohibida
required, mandatory, compulsory, obligatory, necessary / obligatorio, obligatoria, necesario
optional, voluntary, if you want, choice, choose / opcional, voluntario
free, no charge, no cost, costs nothing, included, complimentary, free of charge / gratis, gratuito, gratuita, sin coste, incluido
cheap, cheapest, lowest, least expensive, inexpensive / barato, economico
expensive, most expensive, pricey, costly / caro, costoso
extra, additional, surcharge, on top / extra, adicional, suplemento, recargo
included, includes, comes with, part of / incluye, incluido, incluida
missing, lacking, not there / faltar, falta, faltan
wrong, mistake, error, incorrect, problem / equivocacion, incorrecto, mal
problem, trouble, issue, difficulty / problema, dificultad
help, assistance, aid, support / ayuda, asistencia, apoyo
danger, dangerous, hazard, unsafe / peligro, peligroso
careful, caution, warning, beware, watch out / cuidado, precaucion, advertencia, atencion
safety, safe, secure, security / seguridad, seguro
recommend, recommended, recommendation, advise, advice, suggest, should / recomendar, recomendacion, recomienda, consejo, aconsejar
prefer, preferred, preference / preferir
agree, agreed, agreement, accept / de acuerdo, aceptar, acordar
refuse, say no, reject, decline / rechazar, negarse
enjoy, love / gustar, gusta
dislike, hate, does not like, cannot stand, can t stand / no gusta, odiar
size, big, large, measures, dimensions / tamano, grande
color, colour, color
number / numero
amount, quantity / cantidad, importe
maximum, max, at most, no more than, up to, limit, most, highest, longest / max, maximo, como mucho, hasta, limite
minimum, min, at least, no less than, least, lowest, shortest / min, minimo, como minimo, al menos
half, media / mitad, medio
all, whole, entire, total, complete / total, todo, entero, completo
rest, remaining, left, left over, remainder / resto, restante, quedan
next, upcoming, following, coming / proximo, proxima, siguiente
last, previous, past, prior, former / ultimo, ultima, anterior
today, current, now, actual / hoy
tomorrow / manana
week, weeks, weekly / semana, semanas, semanal
month, months, monthly / mes, meses, mensual, al mes
year, years, yearly, annual, annually / ano, anos, anual
weekend, weekends / fin de semana, fines de semana | saturday, sunday / sabado, domingo
picture, image, photo, photograph / imagen, foto, fotografia
recommendation, recommendations, next steps, what should i do, what now, what next, what happens next, what to do, instructions / recomendacion, recomendaciones, que hago, que debo hacer, que tengo que hacer, y ahora que
findings, finding, impression, diagnosis, conclusion, what is wrong, what did they find, what did it show / conclusion, que salio, que ha salido, hallazgos, diagnostico
weekday, weekdays, working day, business day, monday to friday / dia laborable, dias laborables, dia habil, entre semana, de lunes a viernes | monday, tuesday, wednesday, thursday, friday / lunes, martes, miercoles, jueves, viernes
holiday, holidays / festivo, festivos
afternoon / tarde
evening, night, overnight / noche
noon, midday / mediodia
summer / verano
winter / invierno
spring / primavera
autumn, fall / otono
anytime, any time, whenever, at any hour, at any time, around the clock, 24 hours, day and night / en cualquier momento, a cualquier hora, 24 horas
after hours, outside office hours, evenings, weekends / fuera de horario
building, property / edificio, finca, inmueble
office, desk, counter, reception, front desk / oficina, mostrador, recepcion, ventanilla
shop, store / tienda, comercio
street, road, avenue / calle, avenida
entrance, front door, main door, portal / entrada, portal, puerta principal
upstairs, floor, level, story / planta, piso
outside, outdoors, exterior / fuera, exterior, al aire libre
inside, indoors, interior / dentro, interior
near, nearby / cerca
far, distance / lejos, distancia
city, town / ciudad, pueblo
country, abroad / pais, extranjero
weather, rain, raining / tiempo, lluvia, llover
cold, cool, chilly / frio, fria
dirty, filthy, stained / sucio, manchado
quiet, silent / tranquilo, silencio
heavy / pesado
light / ligero
electronic, digital, online / digital, electronico, en linea
app, application, mobile app, aplicacion / aplicacion
password, passcode, pin, code / passcode, pin, contrasena, clave, codigo
account, login, log in, user / cuenta, usuario
download, upload / descargar, subir
print, printed / imprimir, impreso
letter, mail, post / carta
note, notice, notes / nota, aviso
remember, remind, reminder / recordar, recordatorio
attend, attendance, come, go to, show up, participate / asistir, asistencia, acudir, participar
organize, organizer, in charge, leads, runs, responsible / organizar, organizador, a cargo, responsable
owner, owns, belongs to / dueno, duena, propietario
author, wrote, written by / autor, escrito por
sender / remitente
helper, volunteer, volunteers, help out / voluntario, voluntarios
expert, specialist / experto, especialista
customer, client / cliente
winner, won, win / ganador, ganar
in the meantime, meantime, until then, for now, meanwhile / mientras tanto, hasta entonces, entretanto, de momento
foam, froth, frothy, suds, lather / espuma, espumar
flash, flashes, flashing, blink, blinks, blinking / parpadea, parpadear, parpadeo, intermitente
lukewarm, tepid, not hot, not hot enough, not warm enough / tibio, tibia, templado, templada, no calienta
limescale, scale, descale, descaling, calcium deposits / cal, sarro, descalcificar, descalcificacion, antical
puddle, drip, drips, dripping, leak, leaks, leaking / charco, gotea, gotear, goteo, pierde agua, fuga
jam, jammed, stuck, blocked, clogged / atascado, atascada, atasco, bloqueado, bloqueada
noisy, loud, noise, rattle, rattling, hum, humming, buzz / ruido, ruidoso, ruidosa, zumbido
reset, restart, reboot, factory settings, start over / reiniciar, restablecer, reinicio
plug in, plugged in, outlet, power cord, socket, mains / enchufar, enchufe, toma de corriente
press, push, hold down, tap, button / pulsar, pulse, apretar, boton
lid, cover, cap, top / tapa, tapadera
spare part, spare parts, replacement part, accessories / repuesto, repuestos, recambio, recambios, accesorios
recycle, recycling, dispose, disposal, throw away / reciclar, reciclaje, punto limpio, desechar
subscription, subscriptions, recurring payment, automatic payment, automatically, streaming / suscripcion, suscripciones, pago automatico, pagos automaticos
money back, get my money back, give back, gave back, paid back, refund, refunded, reimbursed / reembolso, devolucion, devolver el dinero, me devuelven
gas station, filling station, petrol station, fuel, gas, petrol / gasolinera, gasolina, combustible, carburante
atm, cash machine, cash, withdraw, withdrawal, get cash / cajero, cajero automatico, efectivo, sacar dinero, retirar dinero, retirada
block, blocked, freeze, frozen, lock, suspend, suspended / bloquear, bloqueado, bloqueada, suspender
scam, fraud, phishing, not mine, did not make, unauthorized, suspicious / estafa, fraude, sospechoso, no autorizado
permission, permission slip, authorization, consent, signed form / permiso, autorizacion, consentimiento
jacket, coat, sweater, hoodie, cardigan / chaqueta, abrigo, cazadora, jersey, sudadera
shoe, shoes, boots, sneakers, footwear, sandals / zapatos, calzado, botas, zapatillas, deportivas
raincoat, rain jacket, umbrella / chubasquero, impermeable, paraguas
phone, cell phone, mobile phone, cellphone, smartphone, mobile / telefono, movil, moviles, celular, celulares
come back, be back, get back, return, returns / vuelta, volver, vuelven, regreso, regresar, regresan
depart, departure, departs, leave, set off / salida, salir, salimos, salen, partida
trip, excursion, outing, field trip / excursion, salida, viaje, visita
go along, come along, chaperone, accompany, volunteer, escort / acompanar, acompanante, acompanantes, acompanen, voluntario, voluntaria
second child, siblings, brothers and sisters / segundo hijo, dos hijos, hermanos, hermano
late, tardy, too late, not on time / tarde, retraso, impuntual
pay late, not pay, no payment, unpaid, miss a payment, missed payment / pagar tarde, no pagar, impago, sin pagar
laptop, computer, tablet, valuables, belongings, things / portatil, ordenador, objetos de valor, pertenencias
ride share, rideshare, ride service, taxi service, delivery, deliver food, uber, uber eats, lyft, doordash / reparto, repartir, repartidor, servicio de transporte
windshield, windscreen, glass, window / parabrisas, cristal, luna
crack, cracked, chip, chips, chipped, broken / grieta, rajado, rajada, roto, rota
treated, treat, treating, seen by, examined, looked after, took care of, attending, physician / atendio, atendido, atendida, me trato, visto por, medico responsable
ice, icing, ice pack, cold pack, cool, cold compress / hielo, frio, enfriar, compresa fria
pick up, lift, carry, heavier, heavy / coger en brazos, coger, levantar, cargar, kilos
paid off, pay off, last payment, final payment, loan ends, maturity / terminar de pagar, ultimo pago, ultima cuota, vencimiento
pale, paleness, white as a sheet / palido, palida, palidez
faint, fainting, fainted, pass out, passed out, black out, blacked out, lose consciousness / desmayo, desmayarse, desmaya, perder el conocimiento
dizzy, dizziness, lightheaded, light headed, woozy / mareo, mareado, mareada, marearse, marea
throw up, vomit, vomiting, be sick, nausea / vomitar, vomitos, devolver, nauseas
itch, itchy, itching, scratch / picor, picazon, pica
swollen, swelling, swell, puffy / hinchado, hinchada, hinchazon, hincha
belly, stomach, tummy, abdomen / barriga, vientre, tripa, estomago, abdomen
sore, ache, aches, hurts, pain / dolor, duele, molestia, molestias
worse, worsen, worsens, getting worse / peor, empeora, empeorar, va a mas
better, improve, improves, recover / mejor, mejora, mejorar
half, fifty percent, 50 percent / mitad, medio, media, cincuenta por ciento
twice, double, two times / doble, dos veces
daily, every day, each day, a day, per day / diario, diaria, a diario, todos los dias, cada dia, al dia
weekly, every week, each week, a week, per week / semanal, todas las semanas, cada semana, a la semana
weekend, saturday, sunday / fin de semana, sabado, domingo
weekday, weekdays, monday to friday, business days / entre semana, dias laborables, de lunes a viernes
opening hours, hours, open, opens, office hours / horario, abierto, abre, de lunes a viernes
proof, evidence, receipt, document / justificante, prueba, comprobante, recibo
signature, sign, signed, signs / firma, firmar, firmado, firmada
copy, copies, duplicate / copia, copias, duplicado
form, application form, questionnaire, paperwork / formulario, impreso, solicitud, hoja
website, online, web site, portal, internet / pagina web, en linea, por internet, portal
mail, by mail, post, by post, letter / correo, por correo, carta
rule, rules, regulations, policy / norma, normas, reglas, reglamento
penalty, fine, sanction, fee / multa, sancion, penalizacion, recargo
advance, in advance, beforehand, ahead, notice / antelacion, de antemano, preaviso, anticipo
cancel, cancellation, call off, terminate / cancelar, cancelacion, anular, dar de baja
choose, pick, select, option, options / elegir, escoger, opcion, opciones
compare, difference, different / diferencia, diferente, comparar
enough, sufficient / suficiente, bastante
empty, run out, used up / vacio, vacia, se acaba
full, filled, fill up / lleno, llena, llenar
left, left over, remaining, remains / queda, quedan, restante, sobra
shared, share, together / compartido, compartida, compartir
private, own / privado, privada, propio
near, close, nearby, around / cerca, cercano, proximo
upstairs, above, on top / arriba, encima
garden, yard, lawn, backyard / jardin, patio, cesped
forever, permanently, for good, for life, the rest of my life, lifelong, lifetime / para siempre, de por vida, toda la vida, permanente
temporary, temporarily, for a while / temporal, temporalmente, provisional
sweets, candy, treats, lollipop / dulces, caramelos, golosinas, chucherias
talk to, talk, speak, speak to, phone, telephone, ring, call, calls / hablar, hablar con, llamar, llamada, llamadas
contact, reach, get hold of, get in touch, keep in touch / contactar, localizar, ponerse en contacto
advisor, adviser, manager, contact person, representative, agent / asesor, asesora, gestor, gestora, persona de contacto, agente
close the account, close my account, cancel the account, close account, cancel account / cerrar la cuenta, cancelar la cuenta, dar de baja la cuenta
avoid paying, avoid the fee, not pay, get out of paying, no fee / evitar, no pagar, no pagara, librarse, evitar la comision
fee, commission, charge, charges / comision, comisiones, cargo, gasto, gastos
trying for a baby, get pregnant, become pregnant, pregnant, pregnancy, conceive / quedarme embarazada, quedar embarazada, embarazo, embarazada
midnight, at night, late at night, night, hours / medianoche, de noche, por la noche, noche, horario
how big, size, square feet, square meters, dimensions, measures / como de grande, tamano, metros cuadrados, superficie, medidas
dark, brown, browns, burn, burns, burnt / oscuro, dorado, quemar, quemado, se quema
unripe, green, not ripe, ripe / verde, maduro, madura, sin madurar
done, ready, cooked through, finished baking, toothpick / hecho, listo, en su punto, palillo
swimsuit, bathing suit, swimming trunks / banador, traje de bano
life jacket, life vest, floaties / chaleco salvavidas, flotador
lost and found, lost property, found / objetos perdidos, encontrado, se ha encontrado
collect, pick up, fetch / recoger, recogida, buscar
drop off, bring to, take to / dejar, llevar
tired, exhausted, no energy, fatigue / cansado, cansada, agotado, cansancio, fatiga
heart races, racing heart, palpitations, heart beats fast, fast heartbeat / palpitaciones, taquicardia, corazon acelerado
asthma spray, rescue inhaler, puffer, inhaler / inhalador, espray para el asma
medical form, health form, physical form, health certificate / formulario medico, ficha medica, certificado medico
check up, physical, physical exam, examination / revision medica, reconocimiento, chequeo
parcel, package, care package, box / paquete, caja
`
