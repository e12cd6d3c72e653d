/** Common words that people use for one thing, in both languages, as the table of health words has them. */
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
buy, purchase, bought / comprar, compra, adquirir
sell, sold, sale / vender, venta
pay, payment, paid / pagar, pago, abonar
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
double, twice / doble
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
morning / manana
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
hot, warm, heat / caliente, calor
cold, cool, chilly / frio, fria
wet, damp / mojado, humedo
dry / seco
dirty, filthy, stained / sucio, manchado
loud, noisy / ruidoso
quiet, silent / tranquilo, silencio
dark / oscuro
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
forget, forgot, forgotten / olvidar, olvido
attend, attendance, come, go to, show up, participate / asistir, asistencia, acudir, participar
organize, organizer, in charge, leads, runs, responsible / organizar, organizador, a cargo, responsable
owner, owns, belongs to / dueno, duena, propietario
author, wrote, written by / autor, escrito por
sender / remitente
helper, volunteer, volunteers, help out / voluntario, voluntarios
expert, specialist / experto, especialista
customer, client / cliente
winner, won, win / ganador, ganar
`
