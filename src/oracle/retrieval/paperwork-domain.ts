/** Words for insurance, homes, money, work, school, travel and kitchens, in the format of `SYNONYMS`. */
export const PAPERWORK = `
insurance, insurer, coverage, plan, policy, carrier, payer, insured / plan, seguro, aseguradora, poliza, cobertura, asegurado
covered, cover, coverage, benefit, included, pays for, covers / cubrir, cubierto, cubre, cobertura, incluido
copay, copayment, co pay, coinsurance, cost share, copago, coaseguro / copago, coaseguro
deductible, deducible /
out of pocket, maximum, limit / desembolso maximo, gasto maximo, maximo
premium, monthly cost / prima
network, in network, out of network, red /
claim, reimbursement, reimburse / reclamacion, reclamo, reembolso
referral, refer, referred / volante, derivacion, remision, referido
prior authorization, preauthorization, precertification, approval, authorization / preauthorization, precertification, autorizacion previa, autorizacion
appeal, dispute, contest, grievance, challenge, disagree, disagreement, reconsideration, apelacion, review, ask for a review, reconsider, revision / apelar, apelacion, recurrir, recurso, impugnar, reclamar, revision
denied, deny, denial, rejected, refused, declined / negado, denegado, denegacion, rechazado, negar
deadline, due, due date, no later than, by, before, last day, expire, plazo, #date / plazo, vencimiento, vence, fecha limite, antes de
member id, member number, id number, policy number, account number / numero de socio, numero de poliza, numero de cuenta
account, account number / cuenta
invoice, bill, statement, billing, charge / factura, recibo, cuenta, estado de cuenta
pay, payment, payable, paid, due, amount due, total due, total / pagar, pago, abonar, abono, total, total a pagar, importe total
payment method, autopay, check, card, transfer, domiciliacion / autopay, transferencia, tarjeta, cheque, domiciliacion
cost, price, fee, charge, rate, expense, amount, total / costo, coste, precio, tarifa, cargo, importe, cuota, total, importe total, precio total
owe, have to pay, need to pay, amount due, balance, total due, balance due, you owe / tengo que pagar, hay que pagar, debo pagar, debemos pagar, balance, debo, saldo, deber, adeuda, total a pagar, importe total
minimum, least, smallest, lowest, at least / minimo, menos
maximum, most, highest, largest, at most, limit, worst case / maximo, tope
appear, appearance, be in court, show up / comparecer
no show, do not come, not come, not show up, not appear, miss, missed / faltar
overweight, weight, lose weight, obese / sobrepeso
total, sum, overall / total, suma, importe total
refund, reimburse, money back, give back, returned / devolucion, reembolso, devolver, reintegro
fine, penalty, late fee, late charge, surcharge / multa, recargo, penalizacion, mora
late, overdue, past due, delay, delayed / tarde, retraso, atraso, vencido
discount, reduction, rebate, bonificacion / descuento, rebaja, bonificacion
tax, vat, taxes, iva / impuesto
salary, wage, compensation, base pay, earn, earnings / salario, sueldo, remuneracion
bonus, incentive, sign on / bonus, prima, bono, incentivo
vacation, paid time off, time off, holiday, leave, days off / pto, vacaciones, dias libres, permiso
sick leave, sick day, sick time / baja, baja medica, licencia por enfermedad
overtime, extra hours / horas extra
retirement, 401k, pension / pension, jubilacion
probation, trial period, introductory period / periodo de prueba
boss, supervisor, manager, report to, report, reports, director, manages / supervisor, jefe, supervisora, gerente, director
employer, company / empresa, empleador
start date, first day, begin, start, commence, effective / inicio, comienzo, empezar, comenzar, empieza, comienza
end, ends, terminate, termination, expire, expiration, over, final, fin / final, termina, terminar, finaliza, vencimiento, acaba
quit, resign, give notice, terminate / renunciar, dimitir, preaviso
notice, written notice, notify, notification, advance / aviso, preaviso, avisar, antelacion, notificar
lease, rental agreement, tenancy, contract, agreement / contrato, arrendamiento, alquiler
rent, monthly rent / renta, alquiler, mensualidad
landlord, lessor, owner, property manager / arrendador, arrendadora, casero, casera, propietario, propietaria, dueno
tenant, lessee, renter, resident, occupant / arrendatario, arrendataria, inquilino, inquilina
deposit, security deposit, bond / fianza, deposito, garantia
move in, moving in, possession / mudarse, entrada
move out, moving out, vacate, move / mudarse, desocupar, dejar la vivienda, irse, marcharse
sublet, sublease, subletting, assign, airbnb / airbnb, subarrendar, subarriendo, ceder
roommate, guest, overnight guest, visitor, occupant / huesped, visitas, invitado
pet, animal / animal, mascota | dog, puppy, cat, kitten, bird, hamster / hamster, perro, cachorro, gato
parking, park, garage, parking space / estacionamiento, aparcamiento, garaje, cochera, plaza de garaje
utilities, utility / suministros, servicios | water, electricity, gas, trash, internet, sewer, power / gas, internet, agua, luz, electricidad, basura
repair, fix, maintenance, broken, maintain / reparacion, reparar, arreglar, mantenimiento, averia
paint, painting, alteration, decorate, hole / pintar, obras, reforma, agujero
noise, quiet, quiet hours, loud, music / ruido, silencio, musica, fiestas
key, lock, lockout / llave, cerradura
entry, enter, access, inspection, inspect / entrar, acceso, inspeccion
renew, renewal, extend, extension / extension, prorroga, prorrogar, renovar, renovacion
break the lease, early termination, end early, terminate early, leave early / rescindir, rescision, desistimiento, terminar antes
increase, raise, go up, raised, rise / aumento, aumentar, subir, subida, actualizacion, incremento
evict, eviction / desahucio, desalojo
smoke detector, smoke alarm / detector de humo
laundry, washer, dryer, washing machine, lavanderia, wash clothes, wash my clothes, wash / lavanderia, lavadora, secadora, lavar la ropa
phone, telephone, call, phone number, contact, reach, #phone / telefono, llamar, numero de telefono, contacto
email, e mail, mail, #email / correo, correo electronico
fax, facsimile / fax
address, located, location, street, #address / direccion, domicilio, ubicacion, calle
website, online, portal, site, web, #url / portal, web, sitio, pagina web, en linea
hours, open, opening hours, closed, close, business hours / horario, abierto, abre, abrir, cierra, cerrado
send, mail, submit, forward / enviar, mandar, remitir, presentar
form, paperwork, application / formulario, solicitud, impreso
bring, take with you, carry, need to have / traer, llevar, lleve, traiga
sign, signature, signed / firmar, firma, firmado
date of birth, dob, born, birthday, birth date / fecha de nacimiento, nacio, nacimiento
age, years old / edad
name, title / nombre
patient, member, subscriber, insured / paciente, asegurado, titular
child, kid, son, daughter, student, baby, newborn, nephew, niece / hijo, hija, nino, nina, alumno, alumna, bebe, sobrino
farm / granja
zoo / zoo, zoologico
museum / museo
library / biblioteca
headache, head hurts / dolor de cabeza
stomach, belly, abdomen / abdomen, estomago, vientre
throat / garganta
ankle, foot, feet, leg / tobillo, pie, pierna
hand, arm, wrist, shoulder / mano, brazo, muneca, hombro
chest / pecho
hip / cadera
gain weight, put on weight, weight gain, gain, put on / subir de peso
lose weight, weight loss / adelgazar
lice / piojos
scholarship, financial aid / beca
principal, headmaster, headmistress, director / principal, director, directora
secretary, office, front desk / secretaria
guest, visitor, sister, brother, friend, relative / huesped, invitado
yesterday, a day /
expiration, expiry, expires / caducidad
driver, license / licencia
mattress, furniture, furnished / muebles, amueblado
elevator, lift / ascensor
hole, nail, picture, hang / cuadro, clavo
key, fob / llave
smoke alarm, detector / detector
bulb, light bulb, bombilla / bombilla
labor, contraction / labor, parto
period, menstruation / regla
cholesterol, statin, simvastatin, atorvastatin, rosuvastatin, estatina, simvastatina, atorvastatina / colesterol, statin, simvastatin, atorvastatin, rosuvastatin, estatina, simvastatina, atorvastatina
blood pressure, lisinopril, enalapril, losartan, amlodipine / lisinopril, enalapril, losartan, amlodipine
water pill, diuretic, furosemide, spironolactone, hydrochlorothiazide / spironolactone, hydrochlorothiazide, diuretico
insulin / insulina
steroid, prednisone, cortisone / corticoide
school, campus / campus, escuela, colegio
teacher, instructor / instructor, profesor, profesora, maestro, maestra
trip, excursion, field trip / excursion, viaje
bus, transportation, transport / bus, autobus, transporte
uniform, clothes, dress code, wear, clothing / uniforme, ropa, vestir
lunch, meal, cafeteria / cafeteria, almuerzo, comedor
tuition, school fee / matricula, colegiatura
grade, report card, score, calificacion / calificacion, nota
meeting, conference, reunion / reunion, junta
oven, bake, baking, temperature, roast / horno, hornear
cook, cooking, simmer, boil, bake, fry / cocinar, cocer, hervir
not covered, exclusion, excluded, does not cover / exclusion, no cubierto, exclusiones
dietitian, nutritionist, dietician, nutrition, dietista, nutricionista / dietician, dietista, nutricionista
title, position, role, job title / puesto, cargo
outage, lights out, lights, no power, power outage, blackout / apagon, corte de luz
electricity, power, electric, energy, light / luz, electricidad, energia
shut off, disconnect, disconnection, cut off, turn off / cortar, corte, desconectar
installment, payment plan, payment arrangement, parts, plazos / plazos, fraccionar
afford, cannot pay, money, hardship, financial help / costear
abroad, outside of the country, overseas, foreign, out of the country, outside of the united states, international / extranjero, fuera del pais | vacation, trip, travel /
remote, remotely, work from home, telework, hybrid / telework, teletrabajo, remoto
job, work, position, employment / trabajo, empleo, puesto
jog, jogging, run, running / correr, trotar
meat, chicken, beef, pork / carne, pollo
vegetarian, vegan, without meat, meatless, meat free / vegetariano, vegano, sin carne
leftover, left over, keeping / sobras
serve, serving, goes with, side, side dish / servir, acompanar
people, persons, serves, servings, feeds / personas, raciones
side effect, muscle pain, stop the tablets, unwanted effect /
cell phone, mobile, smartphone, phone / movil, celular
pack, packing, bring, what to bring, equipaje / equipaje, llevar
day off, no school, holiday, break, closed, off / festivo, puente
trip, excursion, journey / excursion, viaje
teach, teacher, teaches, tutor, tutoring / tutor, ensenar, profesor
tutoring, extra help, help with homework, tutor / tutor, refuerzo
spray, inhaler, puffer / inhalador
sick, ill, absent, absence / enfermo, ausencia
seven, 7 / 7
heating, boiler, heater, furnace / calefaccion, caldera
tourist, airbnb, short term rental, sublet / airbnb, turista, turistas, subarrendar, vacacional
room, bedroom / habitacion, dormitorio
remote control, opener, fob / mando, llave
lose, lost, loss, replace / perder, perdido, perdida
bicycle, bike / bicicleta
apartment, flat, house, dwelling, home, unit, premises / piso, vivienda, casa, apartamento
kitchen / cocina
wall / pared, paredes
humidity, damp, mold / humedad, moho
reason, cause / motivo, causa, razon
overdue, missing, behind, needed, catch up, not given yet, pending / atrasada, pendiente
chickenpox, varicella / varicela
polio, ipv
whooping cough, pertussis, dtap, tdap, tosferina / dtap, tdap, tosferina
measles, mmr, mumps, rubella / mmr, sarampion, triple virica
react, reaction, response / reaccion, reaccionar
eyesight, vision, eye test, eye exam, sight / vision, vista
second, 2nd, 2 / 2, segunda, segundo
parent conference, conference, talk to the teacher, meet the teacher /
pediatrician, pediatric / pediatra
raise, increase, higher, go up, going up, rises / subir
year, annual, last year, a year ago / ano pasado
use, usage, consumption / consumo
condition, conditional, depends on, subject to, contingent / condicion, sujeto a
stock, option, options, shares, equity, vest, vesting / acciones
quit, leave, resign, own choice, voluntarily / dimitir, irse
moving, move, relocation, relocate / mudanza
on call, standby / guardia, de guardia
give back, pay back, repay, return, reimburse / devolver
ingredient, shopping, shopping list, buy, groceries / ingrediente, compra
serving, portion, serves, makes, yield / racion, porcion, personas
store, storage, keep, refrigerate, fridge, refrigerator, freeze / guardar, conservar, nevera, refrigerar, congelar
warranty, guarantee / garantia
cancel, cancellation, unsubscribe, cancelacion / cancelar, cancelacion, anular, baja
complain, complaint, grievance / queja, reclamacion, reclamar
usage, consumption, used, kwh / consumo, uso
meter, reading / contador, lectura, medidor
interest, apr, interest rate / interes
loan, credit / prestamo, credito
tip, gratuity / propina
witness / testigo
lawyer, attorney, legal / legal, abogado, abogada
court, judge, hearing, tribunal / tribunal, juzgado, juez, juicio, audiencia
speed, mph / velocidad
ticket, citation, violation / multa, infraccion
accident, crash, collision / accidente, choque
passport, visa / visa, pasaporte, visado
luggage, baggage, bag, suitcase, equipaje / equipaje, maleta
week, weekly / semana, semanal
month, monthly / mes, mensual
year, yearly, annual / ano, anual
daily, every day, each day, per day / diario, cada dia, al dia
often, frequency, frequently / frecuencia, cada, veces
morning, breakfast / manana, desayuno
night, bedtime, evening / noche, acostarse, cena
contract, agreement, terms / contrato, acuerdo
responsible, responsibility, liable, duty, in charge / responsable, responsabilidad, encargado
require, required, requirement, mandatory / obligatorio, requisito, requerir
allow, allowed, permit, permitted / permitir, permitido, autorizado
free, no charge, no cost, without charge / gratis, gratuito, sin costo, sin cargo
save, saving / ahorro, ahorrar
stop, discontinue, quit, hold, suspend, suspender / dejar de tomar, parar, interrumpir
start, begin, resume / empezar, comenzar, iniciar, reanudar
results, findings, outcome / resultados, hallazgos
recommend, advise, advice, suggest, recommendation / recomendar, aconsejar, recomendacion
plan, treatment / plan, tratamiento, plan de tratamiento
treatment, therapy / tratamiento, terapia
goal, target, aim / objetivo, meta
exercise, reps, sets, stretch, series / ejercicio, repeticiones
knee, rodilla / rodilla
back, spine, lumbar / lumbar, espalda, columna
eye, vision / vision, ojo, vista | glasses / lentes, gafas
ear, hearing / oido, audicion
brace, splint, sling, cast, cabestrillo / ferula, yeso, cabestrillo
crutches, walker, wheelchair, cane / muletas, andador, silla de ruedas, baston
ice, cold pack / hielo, compresa fria
heat, warm / calor, caliente
blood clot, thrombosis, embolism, clot / coagulo, trombosis, embolia
infection, infected, pus, redness / pus, infeccion, infectado
cancer, tumor, malignant, oncology / cancer, tumor, maligno
family history / antecedentes familiares, antecedentes
ship, shipping, delivery, deliver / envio, entrega
receipt, proof of payment / recibo, comprobante
emergency contact, next of kin / contacto de emergencia
airport / aeropuerto
departure, depart, take off, sale / salida
arrival, arrive, land, get there / llegada, llega
layover, connection, stopover / escala, conexion
seat / asiento
hotel, lodging, accommodation, stay / hotel, alojamiento
check in, arrival / entrada
check out, departure / salida
reservation, booking, confirmation, confirmation number / reserva, localizador
itinerary, trip, travel / itinerario
checked bag, baggage, luggage, suitcase, bags / equipaje facturado, maleta
breakfast included, breakfast / desayuno incluido
vet, veterinarian, veterinary, animal hospital / veterinario
rabies / rabia
flea, tick, heartworm, parasite / pulgas, garrapatas, parasitos
neuter, spay / esterilizar, castrar
court date, hearing, appear, appearance / audiencia, juicio, comparecer
jury duty, juror, jury, summons / jurado, citacion
ticket, fine, citation, violation, penalty / multa
lawyer, attorney, counsel, represented / abogado
evidence, proof, documents / prueba, documentos
tax return, refund, taxes, irs / declaracion, hacienda
tax, property tax / impuesto, contribucion
interest rate, apr, rate, interest / tipo de interes
minimum payment, minimum due / pago minimo
credit limit, limit / limite de credito
balance, outstanding, owed, amount owed / balance, saldo, pendiente
bank, account, checking, savings / banco
routing number, account number / iban, numero de cuenta
direct deposit, autopay, automatic payment, automatic, domiciliacion / autopay, domiciliacion
mortgage, loan, monthly payment / hipoteca, prestamo
escrow / deposito en garantia
closing date, settlement / firma, escritura
foreclosure, default / impago
hoa, homeowners association, association, condo, community / hoa, comunidad de propietarios
trash, garbage, recycling, rubbish, waste, pickup, collection / basura, reciclaje, recogida
mail, mailbox, package, parcel / correo, buzon, paquete
internet, wifi, wireless, router, modem, broadband / internet, wifi, modem
password, passcode, pin / passcode, pin, contrasena, clave
warranty, guarantee, coverage, defect / garantia, defecto
return, exchange, send back, bring back / devolver, cambio, devolucion
repair, fix, service, broken / reparar, averia
battery, charge, charger, charging / bateria, pila, cargar
clean, cleaning, wash / limpiar, limpieza
install, installation, set up, setup / instalar, instalacion
manual, instructions, guide / manual, instrucciones
model number, serial number, model / modelo, numero de serie
tire, tires / neumatico, rueda
oil change, oil, service / aceite
brake, brakes / freno, frenos
mileage, odometer, kilometraje / miles, kilometraje
insurance card, proof of insurance / tarjeta del seguro
deductible, excess, deducible / franquicia
beneficiary, dependents, dependent, family member, spouse / beneficiario, conyuge
life insurance, death benefit / seguro de vida
disability, incapacity / incapacidad, discapacidad
unemployment, benefits, weekly benefit / desempleo, paro, prestacion
social security, ssn / ssn, seguridad social
pension, retirement, 401k / pension, ira, jubilacion
parental leave, maternity, paternity, maternity leave / maternidad, paternidad
holiday, holidays, public holiday / festivo, feriado
work hours, schedule, shift, hours / horario, turno, jornada
dress code, uniform, clothing, wear, attire / vestimenta, uniforme
expense, expenses, reimbursement, travel costs / gastos, dietas
equipment, laptop, computer / equipo, ordenador, portatil
training, onboarding, orientation / onboarding, formacion, induccion
non compete, competition / competencia
confidential, confidentiality, nda, secret / nda, confidencialidad
visa, work permit, sponsorship / visa, permiso de trabajo, visado
homework, assignment / deberes, tarea
exam, test, quiz, final / test, final, examen, prueba
grade, grades, marks, report card, calificaciones / notas, calificaciones
late, tardy, absence, absent, attendance / falta, ausencia, asistencia, retraso
register, registration, enroll, enrollment, sign up / inscribir, inscripcion, matricula
camp, summer camp / campamento
daycare, child care, nursery / guarderia
pick up, pickup, collect / recoger, recogida
drop off, leave / dejar, entregar
volunteer, help out / voluntario
donation, donate, give / donacion
membership, member, join, subscription / socio, suscripcion
freeze membership, pause, suspend, hold / pausar, congelar
class, lesson, course / clase, curso
coach, trainer, instructor, monitor / instructor, entrenador, monitor
oven, stove, cooker / horno, cocina
skillet, pot / pan, sarten, olla, cazuela
flour / harina
butter, mantequilla / mantequilla
sugar, sweetener / azucar
vegetable, vegetables / verdura, verduras
substitute, replace, instead of, swap / sustituir, reemplazar
ready, done, finished / listo, hecho
rest, chill, cool / reposar, enfriar
wedding, ceremony, reception / boda
guest, guests, invited / invitados
rsvp, reply, respond, confirm attendance / confirmar asistencia
gift, present, registry / regalo
moving company, movers / mudanza
storage, unit / trastero, almacen
insurance claim, claim, file a claim / siniestro, parte
water damage, leak, flood / goteras, fuga, inundacion
roof, ceiling / tejado, techo
window, door / ventana, puerta
heating, heat, radiator, furnace, boiler / calefaccion, radiador
air conditioning, ac, cooling / aire acondicionado
balcony, terrace, patio, yard, garden / patio, balcon, terraza, jardin
grill, barbecue, bbq / barbacoa, parrilla
candle, fire, fireplace / vela, fuego, chimenea
bike, bicycle, scooter / scooter, bicicleta, patinete
stroller, pram, cochecito / cochecito

`
