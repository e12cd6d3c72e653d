/**
 * Words that people use for one matter in health and paperwork, in both languages. Left of `|` each may stand for each
 * other; right of it are kinds of it: who asks for the kind finds the whole (beer: alcohol), and who asks for the whole
 * finds its kinds, but one kind is not another. Right of a second `|` are kinds for which the whole says little (a doctor is not
 * yet a cardiologist). `#sign` is a thing that is written in that way.
 */
export const SYNONYMS = `
doctor, physician, dr, dra, provider, clinician, practitioner, medico, medica, doctora, facultativo | | surgeon, specialist, cardiologist, dermatologist, neurologist, oncologist, pediatrician, psychiatrist, gynecologist, orthopedist, urologist, cirujano, especialista, cardiologo, pediatra
primary care, family doctor, pcp, general practitioner, gp, medico de familia, medica de familia, medico de cabecera, centro de salud
surgeon, surgery, operation, procedure, operated, surgical, cirugia, operacion, cirujano, intervencion, procedimiento, operar
surgery, operation, incision, wound, scar, stitches, sutures, herida, cicatriz, puntos, incision
nurse, nursing, rn, enfermera, enfermero, enfermeria
dentist, dental, tooth, odontologo, dentista
therapist, therapy, physical therapy, physiotherapy, physiotherapist, pt, rehab, rehabilitation, terapia, terapeuta, fisioterapia, fisioterapeuta, rehabilitacion, physio, pt, sessions
psychologist, counselor, counseling, psychologist, mental health, behavioral health, psicologo, psicologa, salud mental
medicine, medication, drug, med, pharmaceutical, medicament, medicamento, medicina, farmaco, remedio, #dose | pill, tablet, capsule, inhaler, syrup, antibiotic, painkiller, pastilla, comprimido, capsula, tableta, inhalador, jarabe, antibiotico, analgesico
prescription, prescribe, rx, receta, recetar, prescripcion
refill, renew, renewal, resurtir, renovar, renovacion, reposicion
pill, tablet, capsule, pastilla, comprimido, tableta, capsula, pildora
dose, dosage, dosing, strength, dosis, posologia, #dose
painkiller, pain reliever, analgesic, analgesico, calmante | acetaminophen, tylenol, paracetamol, ibuprofen, advil, motrin, naproxen, aleve, nsaid, aspirin, ibuprofeno, naproxeno, aspirina, antiinflamatorio
acetaminophen, tylenol, paracetamol
ibuprofen, advil, motrin, nsaid, anti inflammatory, ibuprofeno, antiinflamatorio
naproxen, aleve, nsaid, anti inflammatory, naproxeno
blood thinner, anticoagulant, anticoagulante | warfarin, coumadin, apixaban, eliquis, rivaroxaban, xarelto, heparin, heparina, clopidogrel
antibiotic, antibiotico | amoxicillin, penicillin, azithromycin, doxycycline, cephalexin, ciprofloxacin, levofloxacin, amoxicilina, penicilina
supplement, vitamin, suplemento, vitamina, mineral
side effect, adverse effect, adverse reaction, reaction, efecto secundario, efecto adverso, reaccion
allergy, allergic, allergen, intolerance, alergia, alergico, alergica
interaction, interact, together with, combine, mix, mezclar, interaccion, combinar
appointment, appt, visit, booked, scheduled, checkup, check up, follow up, followup, consultation, recheck, cita, consulta, visita, revision, turno, seguimiento, control, session, sesion, meeting | clinic, conference, checkin
reschedule, cancel, change appointment, missed, no show, cancelar, reprogramar, anular, cambiar
emergency room, er, emergency department, ed, emergency, 911, urgencias, sala de emergencias, emergencia | urgent care
ambulance, 911, call 911, paramedics, 112, ambulancia
urgent, emergency, right away, immediately, at once, urgente, de inmediato, inmediatamente
hospital, clinic, medical center, clinica, centro medico, ambulatorio
discharge, released, sent home, leave hospital, alta, dado de alta
admission, admitted, hospitalized, hospital stay, inpatient, ingreso, ingresado, hospitalizado
diagnosis, diagnose, condition, disease, illness, impression, diagnostico, enfermedad
symptom, sign, complaint, problem, sintoma, molestia
warning sign, danger sign, red flag, when to call, go to the emergency room, call us if, call the doctor, call right away, call if, senal de alarma, signos de alarma, cuando llamar
pain, ache, sore, hurt, soreness, discomfort, dolor, doler, duele, molestia
fever, temperature, chill, fiebre, temperatura, calentura
swelling, swollen, edema, swell, hinchazon, hinchado, inflamacion
bleed, bleeding, blood, hemorrhage, sangrado, sangrar, hemorragia, sangre
dizzy, dizziness, lightheaded, faint, vertigo, mareo, mareado
vomit, vomiting, nausea, throw up, vomito, vomitar, nauseas
rash, itch, hives, skin, sarpullido, erupcion, picazon, urticaria
breath, breathing, short of breath, shortness, respirar, respiracion, falta de aire, ahogo
constipation, constipated, bowel, stool, laxative, estrenimiento, laxante
diarrhea, loose stool, diarrea
cough, tos, toser
stroke, derrame cerebral, ictus
heart attack, myocardial infarction, infarto
high blood pressure, hypertension, blood pressure, bp, hipertension, presion arterial, tension arterial, presion
diabetes, diabetic, blood sugar, glucose, a1c, diabetico, diabetica, azucar, glucosa
sugar, glucose, a1c, azucar, glucosa, glucemia
cholesterol, lipid, colesterol, lipido | ldl, hdl, triglycerides, trigliceridos
bad cholesterol, ldl
good cholesterol, hdl
kidney, renal, creatinine, egfr, rinon, creatinina
liver, hepatic, alt, ast, higado, hepatico
thyroid, tsh, tiroides
iron, ferritin, anemia, hierro, ferritina
white blood cells, wbc, leukocytes, leucocitos, globulos blancos
red blood cells, rbc, erythrocytes, globulos rojos, hematies
heart rate, pulse, bpm, pulso, frecuencia cardiaca
oxygen, saturation, spo2, oxigeno, saturacion
weight, weigh, pounds, lb, lbs, kg, peso, pesar, pesa
height, tall, estatura, altura, talla
lab, laboratory, blood test, bloodwork, test, result, panel, laboratorio, analisis, analitica, prueba, resultado, draw, blood draw, blood work, sangre
xray, x ray, imaging, scan, radiology, radiografia, imagen | mri, ct, ultrasound, mammogram, resonancia, ecografia, tac, tomografia
normal range, reference range, reference interval, normal, valores normales, rango, valores de referencia, intervalo de referencia
vaccine, vaccination, immunization, shot, booster, jab, vacuna, vacunacion, inmunizacion | flu, tetanus, covid, mmr, hepatitis, gripe, tetanos
flu, influenza, gripe
injection, inject, shot, inyeccion, inyectar
alcohol, alcoholic, drinking, bebida alcoholica, bebidas alcoholicas, alcoholico | beer, wine, liquor, whiskey, vodka, cocktail, champagne, spirits, booze, cerveza, vino, licor, copa
smoke, smoking, tobacco, nicotine, fumar, tabaco | cigarette, cigar, vape, vaping, cigarrillo, vapear
cannabis, marijuana, weed, marihuana
food, eat, diet, meal, nutrition, comida, comer, dieta, alimentacion, alimento | snack, breakfast, lunch, dinner, desayuno, almuerzo, cena
drink, fluid, liquid, beverage, beber, liquido, bebida | water, juice, coffee, tea, agua, jugo, cafe
fasting, fast, empty stomach, nothing to eat, ayunas, ayuno, eat, breakfast, ayuno
salt, sodium, salty, sal, sodio
milk, dairy, cheese, yogurt, leche, lacteo, lacteos, queso
grapefruit, toronja, pomelo
drive, driving, car, vehicle, behind the wheel, conducir, manejar, coche, carro, volante
fly, flight, airplane, travel, air travel, trip, volar, vuelo, viajar, viaje, avion
lift, lifting, heavy, carry, pounds, levantar, cargar, peso, pesos
exercise, activity, workout, gym, sport, physical activity, ejercicio, actividad, deporte, gimnasio | run, running, jog, swim, walk, lift weights, yoga, correr, nadar, caminar
walk, walking, stairs, caminar, andar, pasear
bath, bathe, tub, soak, swim, pool, piscina
bath, bathe, shower, bano, ducha, ducharse, banarse
wash, clean, shower, rinse, lavar, limpiar, ducha
bandage, dressing, gauze, vendaje, venda, aposito
sex, sexual, intercourse, sexo, sexuales, relaciones
pregnant, pregnancy, expecting, embarazo, embarazada
breastfeed, nursing, breastfeeding, lactancia, amamantar
sleep, bed, rest, dormir, descansar, reposo, sueno, night, bedtime, noche, overnight
return to work, back to work, work, job, employment, volver al trabajo, trabajo, trabajar
restriction, limit, avoid, do not, must not, not allowed, prohibited, forbidden, restriccion, evitar, prohibido, no debe
rash, spots, irritation
stitches, staples, sutures, puntos, grapas
wet, get wet, soak, submerge, mojar
bandage, dressing, gauze, tape, cover, vendaje, aposito
catheter, tube, drain, sonda, drenaje
splint, cast, boot, brace, ferula, yeso
breakfast, lunch, dinner, meal, food, desayuno, comida, cena
caffeine, coffee, tea, soda, cola, energy drink, cafeina, cafe
spicy, fried, greasy, fatty, picante, frito, grasa
gluten, wheat, celiac, trigo
dairy, milk, lactose, lacteos, leche, lactosa
egg, eggs, huevo
peanut, nut, nuts, almond, walnut, cacahuete, frutos secos, nuez
shellfish, seafood, shrimp, fish, marisco, pescado
aspirin, aspirina
antihistamine, benadryl, diphenhydramine, loratadine, claritin, cetirizine, zyrtec, antihistaminico
heartburn, reflux, acid, omeprazole, prilosec, acidez, reflujo
sleeping pill, sleep aid, zolpidem, ambien, melatonin, somnifero
antidepressant, depression, sertraline, zoloft, fluoxetine, escitalopram, antidepresivo, depresion
anxiety, nervous, panic, ansiedad
opioid, oxycodone, hydrocodone, morphine, tramadol, opioide, morfina
eye drop, drops, gotas, colirio
cream, ointment, gel, lotion, crema, pomada
patch, parche
thermometer, termometro
glucometer, meter, finger stick, glucometro
hearing aid, audifono
wheelchair, walker, cane, silla de ruedas, andador
pharmacy, drugstore, pharmacist, farmacia, farmaceutico
missed dose, forget, forgot, miss a dose, olvidar, dosis olvidada
overdose, too much, took too many, sobredosis
twice, two times, 2 times, bid, dos veces
three times, tid, tres veces
birth, delivery, labor, born, parto, nacimiento
due date, expected date, fecha prevista
ultrasound, sonogram, scan, ecografia
mammogram, breast, mama, mamografia
colonoscopy, bowel prep, colonoscopia
biopsy, tissue, sample, biopsia, muestra
anesthesia, sedation, asleep, anestesia, sedacion
recovery, heal, healing, recover, recuperacion, curar
exercise, work out, workout, training, gym
stairs, climb, steps, escaleras
`
