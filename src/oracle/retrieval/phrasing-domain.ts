/**
 * Phrases of people's questions, and what papers of all kinds say for them, in both languages, in the format of
 * `SYNONYMS`.
 */
export const PHRASINGS = `
expire, expires, expiration, run out, runs out, end date, policy period, coverage period, valid until, valid through, good until / caduca, caducar, vence, vigencia
why was i in the hospital, why was i in hospital, why was i admitted, why was i hospitalized, why did i have to stay, what is wrong with me, what happened to me, what did i have, reason for admission, diagnosis, diagnoses, what happened, impression / por que estuve ingresado, por que estuve ingresada, por que me ingresaron, por que ingrese, que me ha pasado, que me pasa, motivo de ingreso, diagnostico, juicio clinico
gain weight, gained weight, put on weight, getting fat, got heavier, weight gain, gained pounds, gained kilos, weight, weigh, weigh yourself, pounds, ganado kg / engordar, engordado, he engordado, ganar peso, ganado peso, he ganado peso, subir de peso, aumentar de peso, aumento de peso, ganado kg, peso
worry, worried, worrying, concerned, concern, serious, call, call us, call the doctor, warning sign, grave / preocupar, preocuparme, avise, llame
pain / dolor | headache, toothache, backache, stomachache, stomach ache, earache, sore throat, migraine, cramps, sore muscles / jaqueca, migrana, dolor de cabeza, dolor de muelas, dolor de espalda
the most i can get, the most i get, the most, at the most, at most, how high can it go, up to how much, cap, ceiling, limit, limits, maximum / lo maximo, como maximo, tope, limite
the least, at the least, at least, minimum / como minimo, lo minimo
break in, breakin, broke in, broke into, burglary, burglar, burglarized, robbed, robbery, theft, steal, stole, stolen, thief / breakin, robo, robar, robado, robaron, hurto, ladron
have to do, need to do, supposed to do, do first, do now, duties, steps, procedure, after a loss, in case of loss / hay que hacer, tengo que hacer, pasos
burns down, burn down, burned down, burnt down, house fire, goes up in flames, on fire, fire, lightning / incendio, se quema, fuego
somewhere to live, place to live, place to stay, somewhere to stay, where to live, temporary housing, cannot live, can't live, uninhabitable, unlivable, loss of use, live in the house, hotel, rental, realojo / hotel, alojamiento, donde vivir, realojo
flood, floods, flooded, flooding, under water, high water, surface water, storm surge / inundacion, inundar, inunda, riada
bay, sea, ocean, tide, tidal, tidal water, waves, river, lake, coast, shore, creek / mar, rio, oleaje, marea
ground floor, first floor, downstairs, street level / planta baja, bajo
earthquake, quake, tremor, landslide, sinkhole / terremoto, sismo, temblor
away, be away, away from home, going away, gone for, out of town, leave the house empty, nobody home, not at home, vacant, unoccupied, empty house, empty, absence, long absence / ausencia, ausente, fuera de casa, vacia, deshabitada, desocupada
airbnb, put on airbnb, vrbo, short term rental, rent out, rent it out, renting, renting out, sublet, lodger, paying guests, let out, renting the whole house / airbnb, vrbo, alquilar, alquiler vacacional, subarrendar
discount, discounts, reduction, rebate, credit, credits, savings, money off, percent off, off if, lower price, bonificacion / descuento, descuentos, bonificacion, rebaja
do we pay, do i pay, am i paying, are we paying, you pay, payable, premium, amount due, total, your part, your share / total, pagamos, tengo que pagar, me toca pagar, a pagar
house insurance, home insurance, homeowners insurance, homeowners policy, house policy, home policy, homeowners / seguro de hogar, seguro de la casa, seguro del hogar
health insurance, medical insurance, health plan, medical plan / seguro medico, seguro de salud, plan de salud
dental insurance, dental plan / seguro dental
car insurance, auto insurance, auto policy, car policy / seguro del coche, seguro de coche, seguro de auto
pay a year, a year, per year, each year, every year, yearly, annual, annually, annual premium / al ano, anual, por ano
pay a month, a month, per month, each month, every month, monthly / al mes, mensual, por mes
pay in, pay in the money, have to pay in, have to pay in the money, need to pay in, need to pay in the money, pay the money in, put money in, deposit money, bring the balance up / ingresar, ingresar dinero, hacer un ingreso
ignore, ignored, do nothing, don't do anything, don't answer, do not answer, don't reply, do not reply, don't respond, not respond, no response, fail to respond, failure to respond, hear, hear from you, no answer / ignorar, no hago nada, no contesto, no respondo, no contestar, sin respuesta
laid off, lay off, layoff, lose my job, lost my job, losing my job, loss of your job, loss of job, job loss, out of work, without work, unemployed, unemployment, redundant, redundancy, made redundant, fired, got fired, lost income / despedido, despedida, despido, me han despedido, desempleo, desempleado, en paro, sin trabajo, perder el trabajo
bounced, bounce, bounces, returned unpaid, returned, sent back, unpaid, not paid, insufficient funds, nsf, declined payment / devuelto, devuelta, rechazado, impagado, sin fondos
overdraft, overdrawn, over the limit, in the red, below zero, negative balance, minus, arranged overdraft / en descubierto, descubierto, numeros rojos
arrears, behind with payments, behind on payments, missed payment, missed payments, fallen behind / atrasos, impago, impagos, cuotas atrasadas
credit record, credit report, credit file, credit history, credit rating, credit score, credit bureau, credit reference, asnef / historial de credito, asnef
baby due, when is the baby due, baby coming, baby arrive, expecting the baby, due date, expected date, estimated due date, date of delivery / espero al bebe, espero el bebe, nace el bebe, nacera el bebe, salgo de cuentas, doy a luz, dar a luz, fecha probable, fecha probable de parto, fecha de parto
boy or girl, sex of the baby, is it a boy, is it a girl, gender / nino o nina, es un nino, es una nina, sexo del bebe
hospital bag, pack for the hospital, bag, bag for the hospital, suitcase, canastilla / bolsa, bolsa del hospital, maleta, maleta del hospital, maleta para el hospital, bolsa para el hospital, canastilla
prenatal class, birth class, birthing class, childbirth class, antenatal class / clases de preparacion, preparacion al parto, clases de parto
midwife / matrona, comadrona, partera | obstetrician, ob gyn / ob gyn, obstetra
epidural, pain relief in labor, anestesia epidural / anestesia epidural
antibiotic, antibiotics / antibiotico | clindamycin, clindamicina, metronidazole, cefuroxime, clarithromycin, erythromycin, amoxicillin clavulanate, augmentin, nitrofurantoin, fosfomycin, fosfomicina, bactrim, cotrimoxazole, levofloxacin, vancomycin, cefalexina, azitromicina, doxiciclina, ciprofloxacino / clindamycin, clindamicina, metronidazole, cefuroxime, clarithromycin, augmentin, nitrofurantoin, fosfomycin, fosfomicina, bactrim, cotrimoxazole, levofloxacin, vancomycin, cefalexina, azitromicina, doxiciclina, ciprofloxacino
blood pressure pill, blood pressure pills, blood pressure medicine, blood pressure medication, blood pressure tablet, bp meds, antihypertensive, pastilla de la tension, pastillas de la tension, antihipertensivo / pastilla de la tension, pastillas de la tension, medicina para la presion, antihipertensivo | losartan, lisinopril, enalapril, ramipril, valsartan, irbesartan, candesartan, amlodipine, amlodipino, metoprolol, bisoprolol, atenolol, carvedilol, hydrochlorothiazide, hidroclorotiazida
cholesterol pill, cholesterol medicine, cholesterol tablet, statin, estatina / pastilla del colesterol, statin, estatina | atorvastatin, rosuvastatin, simvastatin, pravastatin, atorvastatina, rosuvastatina, ezetimibe
diabetes pill, diabetes medicine, sugar pill, antidiabetic / pastilla del azucar, antidiabetic | metformin, metformina, glipizide, sitagliptin, empagliflozin, semaglutide, ozempic / metformina, glipizide, sitagliptin, empagliflozin, semaglutide, ozempic
thyroid pill, thyroid medicine, levothyroxine, synthroid, levotiroxina / levothyroxine, synthroid, levotiroxina, pastilla del tiroides
stomach pill, acid reducer, stomach protector, omeprazole, omeprazol, pantoprazole, pantoprazol, famotidine / protector de estomago, omeprazole, omeprazol, pantoprazole, pantoprazol, famotidine
antiacid, antacid, almagato, gaviscon, tums, heartburn / antiacid, almagato, gaviscon, ardor, acidez
iron pill, iron tablet, iron supplement, ferrous, ferritin / hierro
heart pills, heart medicine, heart medication / pastillas del corazon | aspirin, metoprolol, bisoprolol, ticagrelor, clopidogrel, atorvastatin, nitroglycerin / metoprolol, bisoprolol, ticagrelor, clopidogrel, atorvastatin
erection, erectile, impotence, viagra, cialis, sildenafil, tadalafil / cialis, sildenafil, tadalafil, ereccion
nitroglycerin, nitro, nitrate, cafinitrina, under the tongue / nitro, nitroglicerina, cafinitrina
heart attack, myocardial infarction, nstemi, stemi, infarct / mi, nstemi, stemi, infarto, infarto de miocardio, ataque al corazon
angiogram, catheterization, cath, heart cath, angiography, angiografia, coronariografia / catheterization, cateterismo, angiografia, coronariografia
stent, stents, coronary stent, angioplasty, drug eluting stent, angioplastia / angioplastia
stop smoking, quit smoking, give up smoking, nicotine patch, nicotine, tobacco / dejar de fumar, parche de nicotina
pump function, ejection fraction, heart strength, how strong is my heart / fraccion de eyeccion
wisdom tooth, wisdom teeth, third molar / muela del juicio, muelas del juicio, cordal
pull out, pulled out, take out, taken out, coming out, come out, have out, extraction, extract, removal, surgical removal, remove / sacar, sacarme, quitar, extraccion, extraer
cleaning, teeth cleaning, deep cleaning, scaling, hygienist, dental hygienist, hygiene / limpieza, limpieza dental, higienista
grind, grinding, clench, night guard, mouth guard, bite guard, bruxism, bruxismo / bruxism, rechinar, bruxismo, ferula de descarga
laughing gas, nitrous oxide, nitrous / gas de la risa
put me to sleep, go under, knocked out, numb, numbing, sedation, sedative, anesthesia, sedacion / dormido, anestesia, sedacion
after the operation, after surgery, after the procedure, after the extraction, after / despues de la operacion
last minute, at the last minute, short notice, without notice, late cancellation, cancel late, cancelling late / cancelling late, a ultima hora, sin avisar
don't show up, doesn't show up, didn't show up, not show up, miss my appointment, miss an appointment, miss the appointment, missed appointment, cannot come, can't come, can't make it, cannot attend, no show / no puedo ir, no voy, no acudir, no presentarse, faltar a la cita
cheaper, cheapest, cheap, less expensive, lower, less, save money, costs less / mas barato, mas barata, barato
more expensive, dearer, costs more, goes up / mas caro, mas cara
next year, new year, january, after january / el ano que viene, el proximo ano, proximo ano
pay in parts, pay in installments, split the cost, spread the cost, pay over time, monthly payments, payment plan, installments, installment, in four, split, a plazos / pagar a plazos, a plazos, fraccionar, fraccionado
pay up front, pay in advance, pay everything at once, prepay, in advance, in full / pagar por adelantado, por adelantado, al contado
tax refund, refund, get back, money back / devolucion, reembolso
what will it cost me, my share, your part, you pay, out of pocket, your share / mi parte, a mi cargo
puppy bit, dog bite, dog bites, bitten, bite, bit someone / mordedura, mordisco, mordio, muerde
sue, sued, sues me, gets hurt, hurt at my house, injured at my home, liability, hurt at your home, lawsuit / responsabilidad civil, demanda
jewelry, jewellery, ring, engagement ring, necklace, watch, watches / jewellery, joyas, anillo, sortija, reloj
cash at home, cash, money, coins / dinero, efectivo
laptop, computer, phone, tablet, electronics, personal property, belongings / ordenador, computadora, pertenencias
garage, shed, fence, outbuilding, other structures / cobertizo, garaje, valla
burst pipe, pipe burst, frozen pipe, pipes, pipe, plumbing / tuberia, caneria
sewer, sewage, drain backs up, backs up, backup, water backup, sump pump / alcantarilla, atasco
mold, mould, mildew, rot / mould, moho, humedad
termites, rodents, mice, rats, vermin, bugs, insects, pests / plagas, ratones, termitas
wear and tear, old age, worn out, rust, rot, deterioration / desgaste
adjuster, inspector, appraiser / inspector, perito
replacement cost, new for old, actual cash value, depreciated value / valor de reposicion
natural disaster, act of god, hurricane, tornado, windstorm, wind, hail / tornado, huracan, vendaval, granizo
alarm discount, burglar alarm, security system, alarm / alarma
mortgage company, mortgage lender, bank that holds the mortgage, mortgagee, lender / acreedor hipotecario
agent, broker, insurance agent, my agent / broker, corredor, agente, mediador
plane, airplane, aeroplane, fly, flying, flight, air travel, by plane / aeroplane, avion, volar, vuelo, viajar
horse, horses, horseback, riding / caballo, montar a caballo
ski, skiing, snowboard / esquiar, esqui
raw fish, sushi, smoked fish, smoked salmon, raw meat, undercooked / poco hecha, crudo, pescado ahumado, carne cruda
cold cuts, ham, deli meat, salami, sausage, cured ham, chorizo / salami, jamon, embutido, fiambre, chorizo
cheese, soft cheese, brie, raw milk, unpasteurized, pasteurized / queso, pasteurizada
tuna, swordfish, mercury / atun, pez espada, mercurio
cat litter, litter box, litter / arenero, arena del gato
seat belt, seatbelt / cinturon, cinturon de seguridad
straw, straws, drink through a straw, pajita, popote / pajita, popote
shower, showers, take a shower, bathe / ducha, ducharme, bano
swim, swimming, bathtub, tub bath / nadar, banera
sex, make love, intimate, intimacy, sexual activity / relaciones sexuales, relaciones
pick up my kid, carry my baby, lift, lifting, heavy, nothing heavier / coger peso, levantar peso, cargar peso
sick note, doctor's note, medical certificate, work note, certificate / baja, parte de baja, justificante, certificado medico, informe
go back to work, back at work, return to work, go to work, office work / volver a trabajar, volver al trabajo, reincorporacion
maternity leave, parental leave, paternity leave, birth leave / permiso de maternidad, baja maternal, permiso por nacimiento, prestacion por nacimiento
breastfeed, breast feed, nurse the baby, give the breast / dar el pecho, dar pecho, lactancia, amamantar
who is in charge, in charge of my case, looks after, case manager, personal contact, contact person / persona de contacto, responsable
reach someone, talk to a person, speak to someone, talk to someone, get hold of, call, telephone / hablar con alguien, con quien hablo
at night, out of hours, after hours, in the middle of the night, on the weekend, 24 hours / fuera de horario, de noche, guardia
close my account, shut my account, close the account, account closed / cerrar mi cuenta, cerrar la cuenta
block my card, stop my card, cancel my card, debit card / bloquear la tarjeta, tarjeta bloqueada
pay off early, pay it off early, repay early, early repayment, repay, pay back early / amortizar, cancelar anticipadamente, amortizacion anticipada
take back, reconsider, look at this again, look again, second look, ask for a review, review, change the decision, appeal / reconsiderar, revisar la decision
complain, complaint, complaints, not happy, unhappy, ombudsman, make a complaint / queja, quejarme, reclamacion
free advice, independent advice, debt advice, charity / asesoria, asesoramiento
large print, sign language, interpreter, accessibility, disability / discapacidad, interprete
lower my limit, cut my limit, reduce the limit, limit go down, reduction, reduce / bajar el limite, reducir
once in a while, now and then, sometimes, occasionally, from time to time / de vez en cuando, a veces, ocasionalmente
fall asleep, nap, sleeping, cannot sleep / dormir, conciliar el sueno
leg cramps, cramp, magnesium / calambres, calambres en las piernas, magnesio
blood group, blood type, rh, rhesus, factor rh / grupo sanguineo
sugar test, glucose test, glucose tolerance, sugar curve, glucose curve / curva de glucosa, curva larga, curva del azucar, prueba del azucar
whooping cough, pertussis, tosferina, dtpa, tdap / tosferina, dtpa, tdap
second opinion / otra opinion, segunda opinion
other option, other options, alternative, alternatives, instead, other ways, another way / otra opcion, alternativa, alternativas
wait with it, do it later, postpone it, put it off, can wait, you can wait, doing nothing, leave it / aplazar, esperar
how it started, how did it start, how did this happen, how come, how it came about, cause / causa, como empezo
balance, outstanding, outstanding balance, amount owed / balance, saldo, pendiente, deuda
salary, paycheck, wage, wages, pay day / nomina, sueldo
landlord come in, come into my apartment, enter the apartment, notice before entering, enter / entrar en la vivienda
move out early, leave early, end the lease early, break my lease, terminate early / rescindir, irme antes
rent late, pay rent late, late rent, rent is late, late fee, late charge / recargo por demora
fix it, get it fixed, who fixes, repair, repairs, who repairs / reparaciones, quien arregla
noise at night, loud at night, quiet hours, quiet time / horas de silencio, descanso nocturno
won't start, doesn't start, does not start, doesn't work, does not work, not working, stopped working, troubleshooting / no arranca, no funciona, no enciende
won't drain, doesn't drain, water stays, standing water, does not drain / no desagua
how to clean, clean it, cleaning and care, care / cuidado y limpieza, limpieza
oil change, service interval, maintenance schedule, next service, revision / cambio de aceite, revision
dead battery, battery, jump start / bateria, pila
flat tire, puncture, spare wheel, tire pressure / pinchazo, rueda de repuesto
school closed, day off school, no classes, no school, snow day / dia sin clase, festivo escolar
field day, school event, open house, back to school night / jornada de puertas abiertas
late for school, tardy, arrive late / llegar tarde, retraso
fall ill at school, sick at school, nurse's office / enfermeria
homework help, tutoring, extra help / apoyo escolar, refuerzo
vacation days, days off, time off, holidays, paid leave / pto, dias de vacaciones, vacaciones
working from home, work remotely, home office, remote work, teletrabajar / teletrabajar, teletrabajo
get paid, pay me, payday, when is payday / cobro, cobrar, dia de pago
probation, trial period, trial / periodo de prueba
missed my flight, missed flight, flight delayed, flight cancelled, delayed, cancelled / cancelled, vuelo cancelado, perdi el vuelo, retraso
carry on, hand luggage, cabin bag, cabin baggage / equipaje de mano
pets allowed, dogs allowed / admite mascotas, se admiten mascotas
leave the room, checkout, check out, late checkout / dejar la habitacion, hora de salida
renew my passport, passport, passport renewal / pasaporte
file my taxes, tax return, taxes, income tax / declaracion de la renta, hacienda, impuestos
fine, get fined, penalty, ticket / multa, sancion
power goes out, lights go out, lost power, outage, power outage / se va la luz, apagon, corte de luz
meter reading, read the meter, reading / lectura del contador, lectura
high bill, bill so high, bill higher, why is my bill, consumption, usage / factura tan alta, consumo
cut me off, shut me off, turn off my power, disconnect, disconnection / cortar la luz, corte de suministro
how long to bake, bake for, time in the oven, baking time, bake / hornear, tiempo de horno
run out of, don't have any, instead of, substitute, replace / en lugar de, sustituir
left over, leftovers, keep in the fridge, how long does it keep, keeps for / se conserva, conservar
`
