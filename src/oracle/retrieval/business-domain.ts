/** Words for insurance, banks, work, school, offices and travel, in both languages, in the format of `SYNONYMS`. */
export const BUSINESS = `
insurance company, insurer, insurance, carrier, underwriter / aseguradora, compania de seguros, seguro
rate, premium, price of insurance, insurance cost / prima, tarifa
go up, goes up, rise, rises, increase, increases, higher, raise, raised, climb, more expensive / subir, sube, aumentar, aumento, incremento
go down, goes down, decrease, lower, reduce, drop, cheaper / bajar, baja, reducir, reduccion, disminuir
bodily injury, injury, injuries, injured, hurt, lesion / lesion, lesiones, herido
property damage / danos materiales
comprehensive, collision, full coverage / todo riesgo
third party, liability / terceros, responsabilidad civil
stolen, theft, steal, robbery, burglary, rob / robo, hurto, robado
fire, smoke, flames / incendio, fuego
storm, hail, wind, tornado, hurricane, earthquake, natural disaster / tornado, tormenta, granizo, viento, terremoto
personal property, belongings, possessions, my things, my stuff, contents, personal things / pertenencias, enseres, contenido, cosas
roadside assistance, breakdown / asistencia en carretera
denial, denied, reject, rejected, turn down, turned down, refuse, refused, decline / rechazo, rechazado, denegado, desestimado
reason, grounds / motivo, causa, razon
decision, decide, decided, determination, ruling, outcome / resolucion, fallo
appeal, disagree, object, objection, contest, challenge, complain, complaint, dispute, alegaciones / recurso, alegaciones, recurrir, reclamar, impugnar, desacuerdo
sue, lawsuit, court, legal action, take to court, suit / demanda, demandar, juzgado
lost wages, lost income, lost pay, wages, missed work / lucro cesante, salario perdido
settlement, settle, payout, pay out, compensation, indemnity / indemnizacion, compensacion, acuerdo
pay out, we pay, you receive, get paid / cobrar, percibir
waiting period / carencia, periodo de carencia
pre existing, preexisting / preexistencia, preexistente
lifetime maximum, annual maximum, yearly maximum / maximo anual
network dentist, in network, preferred provider, participating / concertado, cuadro medico
explanation of benefits, eob / eob, explicacion de beneficios
not a bill, this is not a bill / no es una factura
provider, doctor, facility / doctor, proveedor, medico, centro
allowed amount, negotiated rate, plan discount / importe permitido
you owe, your share, patient responsibility, my part, what i owe, my share / responsabilidad del paciente
charity care, financial assistance, financial help, discount program, cannot afford, hardship, low income / ayuda economica, asistencia financiera, bajos ingresos
payment plan, installments, instalments, monthly payments, pay over time, pay in parts, pay bit by bit, plazos / instalments, fraccionar, plazos, aplazamiento, aplazar
collections, collection agency, debt collector, credit bureau / agencia de cobros, morosos
late payment, pay late, past due, overdue, late fee, delinquent, arrears / pago tardio, demora, recargo, mora, intereses de demora
credit card, card / tarjeta, tarjeta de credito
debit card / tarjeta de debito
cash, in cash, coins / efectivo, metalico
check, paper check / cheque, talon
wire, transfer, bank transfer, direct deposit, bank details / transferencia, ingreso
direct debit, autopay, automatic payment, standing order, domiciliacion / autopay, domiciliacion, recibo domiciliado
bank details, account details, account number, bank account / iban, datos bancarios, cuenta bancaria
withdraw, withdrawal, take out money, atm, cash machine / retirar, cajero, reintegro
deposit money, deposit / ingresar, ingreso
overdraft, overdrawn / descubierto, numeros rojos
foreign transaction, foreign currency, abroad, international / moneda extranjera, divisa, extranjero
exchange rate, currency / tipo de cambio, cambio
annual fee, yearly fee, membership fee / cuota anual, cuota
maintenance fee, service charge, account fee / comision, comision de mantenimiento, cuota mensual
commission, fee, charge / comision, cargo
interest, interest rate, apr, apy, percentage rate, tae, tin / apy, interes, tipo de interes, tae
fixed rate, variable rate, adjustable / tipo fijo, tipo variable
borrow, loan, lend, lender, credit / prestamo, prestar, prestamista, credito
mortgage, home loan / hipoteca, prestamo hipotecario
principal, capital, outstanding balance, remaining balance, left to pay, still owe, owe / principal, capital, capital pendiente, saldo pendiente, deuda
term, length of the loan, duration, plazo / plazo, duracion, vigencia
pay off early, prepay, prepayment, early repayment, pay it off / amortizacion anticipada, amortizar, cancelacion anticipada
collateral, secured, pledge / garantia, aval
down payment, money down, deposit / entrada, senal, pago inicial
closing costs, notary / gastos de cierre, gastos de notaria, notario
credit score, credit rating / historial crediticio, puntuacion
invest, investment, fund, shares, stocks / inversion, fondo, acciones
savings, savings account, cd / cd, ahorro, ahorros, cuenta de ahorro
fraud, fraudulent, scam, identity theft, unauthorized / fraude, estafa, no autorizado
lost card, stolen card, block the card, freeze the card / perdida de tarjeta, bloquear tarjeta
statement, account statement, statement period / extracto, movimientos
transaction, purchase, charge / movimiento, compra, cargo
reward, rewards, points, cash back, cashback / miles, puntos, recompensa
taxes, tax, irs, income tax, withholding, irpf / hacienda, impuesto, impuestos, irpf, retencion, retenciones
tax deductible, deduct, deduction, write off / desgravar, deducir, deduccion
gross, before taxes / bruto, bruta
net, take home, take home pay, after taxes / neto, neta, liquido, liquido a percibir
salary, wage, wages, earn, earnings, income, paycheck, make a year / salario, sueldo, nomina, ganar, gano, retribucion
payday, pay date, paid on, pay period / dia de pago, fecha de pago
raise, pay raise, salary increase, merit increase / aumento de sueldo, subida salarial
hourly, per hour, an hour / por hora, la hora
shift, shifts, schedule, working hours, hours / turno, turnos, jornada, horario
part time, full time / tiempo parcial, tiempo completo, jornada completa, media jornada
break, breaks, lunch break, rest period / descanso, descansos, pausa
time off, day off, days off, vacation, vacations, paid leave, annual leave, holidays / pto, vacaciones, dias libres, permiso, asuntos propios
sick, ill, illness, unwell, malito / enfermo, enferma, malo, mala, malito, malita | fever, diarrhea, vomiting, flu / fiebre, diarrea, vomitos, gripe
sick, ill, illness, sick leave, sick day, call in sick, calling in sick / enfermo, enferma, enfermedad, baja medica
bereavement, death in the family, funeral, compassionate leave / funeral, fallecimiento, duelo, luto
maternity, pregnant, paternity, parental leave, new baby, having a baby / maternidad, paternidad, nacimiento
fire, fired, dismiss, dismissal, lay off, laid off, layoff, terminate, termination, let go / despido, despedir, despedido
resign, resignation, quit, quitting, leave the job, leave the company, notice period / dimitir, dimision, baja voluntaria, preaviso
severance, severance pay / indemnizacion, finiquito
contract type, permanent, indefinite, temporary, fixed term / indefinido, temporal, fijo
supervisor, boss, manager, line manager, foreman, reports to, superior / supervisor, jefe, jefa, superior, encargado, responsable
coworker, colleague, team / companero, companeros, equipo
human resources, hr, personnel, people team, rrhh, personal / recursos humanos, rrhh, personal
employee, worker, staff / trabajador, trabajadora, empleado, empleada, plantilla
employer, company, firm / empresa, empleador, patrono
union, labor union, collective agreement / union, sindicato, convenio, convenio colectivo
background check, drug test, screening, reference check / antecedentes, prueba de drogas
home office, work from home, remote work, telecommute, telework, remotely / telework, teletrabajo, desde casa
phone at work, personal phone, personal calls / telefono personal
dress, dress code, clothes, clothing, attire, wear, uniform, outfit / vestir, vestimenta, ropa, uniforme
harassment, discrimination, bullying / acoso, discriminacion
workplace accident, injured at work, workers compensation / accidente laboral, accidente de trabajo
safety shoes, protective equipment, ppe, helmet, gloves / ppe, equipo de proteccion, casco, guantes
report card, grades, grade, marks, transcript, calificaciones / boletin, notas, calificaciones
teacher, homeroom, advisor, counselor, tutor / tutor, profesora, profesor, maestra, maestro, tutora
talk to the teacher, meet the teacher, parent teacher conference, conferences, parent meeting, open house, back to school night / tutoria, reunion de padres, entrevista
absent, absence, absences, miss school, out sick, not come to school, stay home / ausencia, ausente, faltar, falta
late to school, tardy, tardies, tardiness, late / tardies, llegar tarde, retraso, retrasos
school hours, bell, bell schedule, school day, dismissal, starts and ends / horario escolar, entrada y salida
school bus, bus stop, bus route, transportation, ride / autobus escolar, parada, ruta
lunch money, school lunch, cafeteria, lunch, free lunch, menu / cafeteria, comedor, almuerzo, menu
snack, snacks / merienda, tentempie
homework, assignments / deberes, tareas
subject, class, course / asignatura, materia, curso
supplies, school supplies, notebook, backpack / material escolar, libros, mochila, cuaderno
textbook, books / libro de texto, libros
tutoring, extra help, help with math / refuerzo, apoyo, clases particulares
suspended, suspension, detention, expelled, expulsion / suspension, expulsion, castigo, sancion
field trip, trip, excursion, outing / excursion, salida
permission slip, permission, consent form, signed form / autorizacion, permiso firmado
sleep over, cabin, tent, overnight / cabana, tienda, pernoctar
camp, camper, counselor, monitor / campamento, monitor
after school, aftercare, after care, extended day, extracurricular, ludoteca / extraescolar, extraescolares, ludoteca
daycare, childcare, nursery, kindergarten, preschool / guarderia, escuela infantil
diaper, diapers / panal, panales
nap, naptime, siesta / naptime, siesta
pick up, picked up, pickup, collect, fetch, authorized to pick up / recoger, recogida
enroll, sign up, register, registration, enrollment, apply, application / inscribirse, inscripcion, apuntarse, matricularse, matricula, solicitud
withdraw, unenroll / unenroll, dar de baja
tuition, fees, cost of school / matricula, cuota, tasas
scholarship, grant, financial aid / beca, ayuda
graduate, graduation, diploma, degree / diploma, graduacion, titulo
university, college / universidad
papers, paperwork, documents, forms, documentation / documentacion, documentos, papeles
send, submit, turn in, hand in, provide, give them, upload, mail in, need from you, we need / enviar, entregar, presentar, aportar, remitir, facilitar
still need, outstanding, missing, needed, required, we need, need from you / faltan, pendiente, pendientes, requerido
copy, copies, original, photocopy / original, copia, fotocopia
id, identification, photo id, identity card, proof of identity / dni, identificacion, documento de identidad
birth certificate / partida de nacimiento, certificado de nacimiento
marriage, married, wedding, spouse, husband, wife / matrimonio, casado, conyuge, marido, esposa
divorce, divorced, separated / divorcio, separacion
custody, visitation / custodia, visitas
child support, alimony / pension alimenticia, manutencion
will, inheritance, heir, estate / testamento, herencia, heredero
notary, notarized / notario, compulsado
translator, interpreter, translation / interprete, traductor, traduccion
immigration, visa, green card, residence permit, uscis, nie / visa, uscis, inmigracion, extranjeria, tarjeta de residencia, nie
fingerprints, biometrics, biometria / huellas, biometria
citizenship, naturalization / ciudadania, nacionalidad
receipt number, case number, claim number, reference number, file number, reference / numero de expediente, expediente, numero de referencia, referencia
account number, customer number, client number / numero de cliente, numero de cuenta, numero de contrato
appointment letter, summons, citation, notice to appear / citacion, notificacion
postpone, put off, reschedule, move the date, defer, deferral / aplazar, posponer, cambiar la fecha
excused, excuse, exempt, exemption, get out of / eximir, exento, exencion, excusa
parking ticket, speeding ticket, fine, traffic ticket, infraction / multa, sancion, denuncia
points, license points, demerit / puntos, puntos del carnet
driving license, driver s license, license / carnet, carnet de conducir, permiso de conducir, licencia
vote, election, elections / votar, elecciones
town hall, city hall, city, municipality, council / ayuntamiento, municipio
office hours, opening times, opening hours, open, closed, hours / horario, horario de atencion, abierto, cerrado
in person, face to face / presencial, en persona
video call, telehealth, online, virtual, by video, videollamada, telematica / telehealth, virtual, videollamada, telematica, en linea
reach, get in touch, contact, call, phone, write to / contactar, ponerse en contacto, llamar
questions, more information / preguntas, dudas, informacion
expire, expires, expired, run out, valid until, valid, good until / caduca, caducar, vence, vigente, validez
effective, in force, starts, takes effect, begin / entrada en vigor, efecto, vigor, vigencia
renew, renews, renewal, automatically renew, extend / renovar, renovacion, renueva, prorroga
cancel my membership, cancel my contract, cancel my plan, cancel my subscription, cancel the contract, cancel it, get out of it, end the contract, give notice, leaving early, notice / anular, darme de baja, dar de baja, antelacion, preaviso
cancel, cancellation, cancel the contract, terminate, get out of the contract, withdraw / cancelar, rescindir, desistir, darse de baja, baja
cooling off, change my mind, right of withdrawal, withdraw / desistimiento, arrepentirse
commitment, minimum term, minimum contract, permanence, locked in / permanencia, compromiso
data, gigabytes, gb, data allowance, mobile data / datos, gigas
minutes, calls, texts, roaming / sms, llamadas, minutos, mensajes
download speed, mbps, megabits, internet speed / mbps, velocidad, megas
router, modem, equipment return, decoder / modem
meter reading, meter / lectura, contador
outage, power cut, blackout / corte de luz, apagon, averia
disconnect, shutoff, shut off, cut off, suspension / cortar, corte, suspension
gate, terminal / terminal, puerta
boarding, boarding pass / embarque, tarjeta de embarque
luggage, baggage, bag, bags, suitcase, carry on, hand luggage, equipaje / equipaje, maleta, maletas, equipaje de mano
seat, seats, window seat, aisle / asiento, ventanilla, pasillo
departure, departs, depart, departing, take off / salida
arrive, arrives, arrival, land, lands, landing / llegada, llega, aterriza
hotel, room, lodging, accommodation, cabin, hostel / hotel, alojamiento, hostal
check in time, check in, checkin, arrival time / checkin, entrada, registro
check out time, check out, checkout / salida
train, rail, railway / tren
ferry, boat, ship, cruise / ferry, barco, crucero
taxi, shuttle, transfer, airport transfer, uber / taxi, uber, lanzadera, traslado
tour, guide, guided, sightseeing, excursion / tour, visita guiada, guia, excursion
booking, reservation, booked, confirmation, booking code, confirmation code / reserva, localizador
refund, money back, refundable, non refundable, get my money back, reembolsable / reembolso, devolucion, reembolsable
change the booking, change fee, rebook, modify / cambiar la reserva, cambio
travel insurance / seguro de viaje
deposit back, get back, return the deposit, refund, returned / devolver, devolucion
membership, member, subscription, subscriber, plan / plan, socio, suscripcion, abono
freeze, pause, hold, suspend, suspender / congelar, pausar
guest pass, bring a guest, bring a friend, guest / invitado, acompanante
locker, lockers, taquilla / taquilla
towel, towels / toalla, toallas
trainer, personal trainer, coach / entrenador
lesson, lessons, practice, class / clase, clases, ensayo
vet, veterinary, veterinarian, animal hospital / veterinario, veterinaria
pet, animal, dog, cat / animal, mascota, perro, gato
puppy, kitten / cachorro
leash, lead / correa
neutered, spayed, neuter, spay / castrado, esterilizado
microchip, chip, microchip
worm, worms, deworm, dewormer, desparasitar / deworm, dewormer, lombrices, desparasitar
flea, fleas, ticks, tick / pulgas, garrapatas
invitation, invited, invite / invitacion, invitado
ceremony, reception / ceremonia, banquete
funeral, burial, memorial, cremation / funeral, entierro, cremacion
minutes, meeting, agenda, assembly, reunion / agenda, acta, reunion, orden del dia, junta
`
