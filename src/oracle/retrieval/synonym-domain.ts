/**
 * Words for the same thing in health and paperwork, in both languages. The words left of `|` may stand for each other.
 * Right of it are kinds: a question for the kind finds the whole (beer: alcohol), and one for the whole finds its
 * kinds, but one kind does not find another. Right of a second `|` are kinds for which the whole says little (a doctor
 * is not yet a cardiologist). `#sign` is something in that form.
 */
export const SYNONYMS = `
doctor, physician, dr, provider, clinician, practitioner / doctor, dr, dra, medico, medica, doctora, facultativo |  | surgeon, specialist, cardiologist, dermatologist, neurologist, oncologist, pediatrician, psychiatrist, gynecologist, orthopedist, urologist / cirujano, especialista, cardiologo, pediatra
primary care, family doctor, pcp, general practitioner, gp / medico de familia, medica de familia, medico de cabecera, centro de salud
surgeon, surgery, operation, procedure, operated, surgical / cirugia, operacion, cirujano, intervencion, procedimiento, operar
surgery, operation, incision, wound, scar, stitches, sutures / incision, herida, cicatriz, puntos
nurse, nursing, rn / enfermera, enfermero, enfermeria
dentist, dental, tooth, odontologo / dental, odontologo, dentista
therapist, therapy, physical therapy, physiotherapy, physiotherapist, pt, rehab, rehabilitation, physio, sessions / terapia, terapeuta, fisioterapia, fisioterapeuta, rehabilitacion
psychologist, counselor, counseling, mental health, behavioral health / psicologo, psicologa, salud mental
medicine, medication, drug, med, pharmaceutical, medicament, #dose / medicamento, medicina, farmaco, remedio | pill, tablet, capsule, inhaler, syrup, antibiotic, painkiller, pastilla / pastilla, comprimido, capsula, tableta, inhalador, jarabe, antibiotico, analgesico
prescription, prescribe, rx / receta, recetar, prescripcion
refill, renew, renewal / resurtir, renovar, renovacion, reposicion
pill, tablet, capsule, pastilla / pastilla, comprimido, tableta, capsula, pildora
dose, dosage, dosing, strength, posologia, #dose / dosis, posologia
painkiller, pain reliever, analgesic / analgesico, calmante | acetaminophen, tylenol, paracetamol, ibuprofen, advil, motrin, naproxen, nsaid, aspirin, ibuprofeno, naproxeno / naproxen, aleve, nsaid, ibuprofeno, naproxeno, aspirina, antiinflamatorio
acetaminophen, tylenol, paracetamol /
ibuprofen, advil, motrin, nsaid, anti inflammatory, ibuprofeno / nsaid, ibuprofeno, antiinflamatorio
naproxen, nsaid, anti inflammatory, naproxeno / naproxen, aleve, nsaid, naproxeno
blood thinner, anticoagulant, anticoagulante / anticoagulante | warfarin, coumadin, apixaban, eliquis, rivaroxaban, xarelto, heparin, heparina, clopidogrel / coumadin, apixaban, eliquis, rivaroxaban, xarelto, heparina, clopidogrel
antibiotic / antibiotico | amoxicillin, penicillin, azithromycin, doxycycline, cephalexin, ciprofloxacin, levofloxacin, amoxicilina / azithromycin, doxycycline, cephalexin, ciprofloxacin, levofloxacin, amoxicilina, penicilina
supplement, vitamin, mineral / suplemento, vitamina, mineral
side effect, adverse effect, adverse reaction, reaction / efecto secundario, efecto adverso, reaccion
allergy, allergic, allergen, intolerance / alergia, alergico, alergica
interaction, interact, together with, combine, mix / mezclar, interaccion, combinar
appointment, appt, visit, booked, scheduled, checkup, check up, follow up, followup, consultation, recheck, revision, control, session, meeting / appt, cita, consulta, visita, revision, turno, seguimiento, control, sesion | clinic, conference, checkin / checkin
reschedule, cancel, change appointment, missed, no show, reprogramar / cancelar, reprogramar, anular, cambiar
emergency room, er, emergency department, ed, emergency, 911 / 911, urgencias, sala de emergencias, emergencia | urgent care /
ambulance, 911, call 911, paramedics, 112 / 911, 112, ambulancia
urgent, emergency, right away, immediately, at once / urgente, de inmediato, inmediatamente
hospital, clinic, medical center / hospital, clinica, centro medico, ambulatorio
discharge, released, sent home, leave hospital / alta, dado de alta
admission, admitted, hospitalized, hospital stay, inpatient / ingreso, ingresado, hospitalizado
diagnosis, diagnose, condition, disease, illness, impression / diagnostico, enfermedad
symptom, sign, complaint, problem / sintoma, molestia
warning sign, danger sign, red flag, when to call, go to the emergency room, call us if, call the doctor, call right away, call if / senal de alarma, signos de alarma, cuando llamar
pain, ache, sore, hurt, soreness, discomfort / dolor, doler, duele, molestia
fever, temperature, chill / fiebre, temperatura, calentura
swelling, swollen, edema, swell / edema, hinchazon, hinchado, inflamacion
bleed, bleeding, blood, hemorrhage / sangrado, sangrar, hemorragia, sangre
dizzy, dizziness, lightheaded, faint, vertigo / vertigo, mareo, mareado
vomit, vomiting, nausea, throw up / nausea, vomito, vomitar, nauseas
rash, itch, hives, skin, urticaria / sarpullido, erupcion, picazon, urticaria
breath, breathing, short of breath, shortness / respirar, respiracion, falta de aire, ahogo
constipation, constipated, bowel, stool, laxative / estrenimiento, laxante
diarrhea, loose stool / diarrea
cough / tos, toser
stroke, ictus / derrame cerebral
heart attack, myocardial infarction / infarto
high blood pressure, hypertension, blood pressure, bp / hipertension, presion arterial, tension arterial, presion
diabetes, diabetic, blood sugar, glucose, a1c, diabetico, diabetica / diabetes, diabetico, diabetica, azucar, glucosa
sugar, glucose, a1c / azucar, glucosa, glucemia
cholesterol, lipid / colesterol, lipido | ldl, hdl, triglycerides, trigliceridos / trigliceridos
bad cholesterol, ldl /
good cholesterol, hdl /
kidney, renal, creatinine, egfr, creatinina / renal, egfr, rinon, creatinina
liver, hepatic, alt, ast / ast, higado, hepatico
thyroid, tsh / tsh, tiroides
iron, ferritin, anemia, ferritina / anemia, hierro, ferritina
white blood cells, wbc, leukocytes / wbc, leucocitos, globulos blancos
red blood cells, rbc, erythrocytes / rbc, globulos rojos, hematies
heart rate, pulse, bpm / pulso, frecuencia cardiaca
oxygen, saturation, spo2, saturacion / spo2, oxigeno, saturacion
weight, weigh, pounds, lb, lbs, kg / peso, pesar, pesa
height, tall / estatura, altura, talla
lab, laboratory, blood test, bloodwork, test, result, panel, draw, blood draw, blood work / bloodwork, test, panel, laboratorio, analisis, analitica, prueba, resultado, sangre
xray, x ray, imaging, scan, radiology / xray, radiografia, imagen | mri, ct, ultrasound, mammogram / resonancia, ecografia, tac, tomografia
normal range, reference range, reference interval, normal / normal, valores normales, rango, valores de referencia, intervalo de referencia
vaccine, vaccination, immunization, shot, booster, jab, vacunacion, inmunizacion / vacuna, vacunacion, inmunizacion | | flu, tetanus, covid, mmr, hepatitis, shingles, measles, pneumonia, rabies, rubella, chickenpox, whooping cough / mmr, hepatitis, gripe, tetanos, covid, sarampion, neumococo, varicela, rabia, tosferina
flu, influenza / influenza, gripe
injection, inject, shot / inyeccion, inyectar
alcohol, alcoholic, drinking / alcohol, bebida alcoholica, bebidas alcoholicas, alcoholico | beer, wine, liquor, whiskey, vodka, cocktail, champagne, spirits, booze / vodka, cerveza, vino, licor, copa
smoke, smoking, tobacco, nicotine / fumar, tabaco | cigarette, cigar, vape, vaping, cigarrillo, vapear / cigarrillo, vapear
cannabis, marijuana, weed / marihuana
food, eat, diet, meal, nutrition / comida, comer, dieta, alimentacion, alimento | snack, breakfast, lunch, dinner / desayuno, almuerzo, cena
drink, fluid, liquid, beverage / beber, liquido, bebida | water, juice, coffee, tea, cafe / agua, jugo, cafe
fasting, fast, empty stomach, nothing to eat, eat, breakfast / ayunas, ayuno
salt, sodium, salty / sal, sodio
milk, dairy, cheese, yogurt / leche, lacteo, lacteos, queso
grapefruit / toronja, pomelo
drive, driving, car, vehicle, behind the wheel / conducir, manejar, coche, carro, volante
fly, flight, airplane, travel, air travel, trip / volar, vuelo, viajar, viaje, avion
lift, lifting, heavy, carry, pounds / levantar, cargar, peso, pesos
exercise, activity, workout, gym, sport, physical activity / ejercicio, actividad, deporte, gimnasio | run, running, jog, swim, walk, lift weights, yoga / correr, nadar, caminar
walk, walking, stairs / caminar, andar, pasear
bath, bathe, tub, soak, submerge / bano, banarse, sumergir
swim, bathe, soak, submerge / nadar, banarse, sumergir
swim, swimming, pool / nadar, piscina
bath, bathe, shower / bano, ducha, ducharse, banarse
wash, clean, shower, rinse / lavar, limpiar, ducha
bandage, dressing, gauze, vendaje / vendaje, venda, aposito
sex, sexual, intercourse / sexual, sexo, sexuales, relaciones
pregnant, pregnancy, expecting / embarazo, embarazada
breastfeed, nursing, breastfeeding / lactancia, amamantar
sleep, bed, rest, night, bedtime, overnight / dormir, descansar, reposo, sueno, noche
return to work, back to work, work, job, employment / volver al trabajo, trabajo, trabajar
restriction, limit, avoid, do not, must not, not allowed, prohibited, forbidden / restriccion, evitar, prohibido, no debe
rash, spots, irritation /
stitches, staples, sutures / puntos, grapas
wet, get wet, soak, submerge / mojar
bandage, dressing, gauze, tape, cover, vendaje / vendaje, aposito
catheter, tube, drain / sonda, drenaje
splint, cast, boot, brace / ferula, yeso
breakfast, lunch, dinner, meal, food / desayuno, comida, cena
caffeine, coffee, tea, soda, cola, energy drink, cafe / soda, cola, cafeina, cafe
spicy, fried, greasy, fatty / picante, frito, grasa
gluten, wheat, celiac / gluten, trigo
dairy, milk, lactose / lacteos, leche, lactosa
egg, eggs / huevo
peanut, nut, nuts, almond, walnut / cacahuete, frutos secos, nuez
shellfish, seafood, shrimp, fish / marisco, pescado
aspirin / aspirina
antihistamine, benadryl, diphenhydramine, loratadine, claritin, cetirizine, zyrtec / diphenhydramine, loratadine, claritin, cetirizine, antihistaminico
heartburn, reflux, acid, omeprazole, prilosec / omeprazole, prilosec, acidez, reflujo
sleeping pill, sleep aid, zolpidem, ambien, melatonin / zolpidem, ambien, somnifero
antidepressant, depression, sertraline, zoloft, fluoxetine, escitalopram / sertraline, escitalopram, antidepresivo, depresion
anxiety, nervous, panic / ansiedad
opioid, oxycodone, hydrocodone, morphine, tramadol / oxycodone, hydrocodone, tramadol, opioide, morfina
eye drop, drops / gotas, colirio
cream, ointment, gel, lotion / gel, crema, pomada
patch / parche
thermometer / termometro
glucometer, meter, finger stick, glucometro / glucometer, glucometro
hearing aid / audifono
wheelchair, walker, cane / silla de ruedas, andador
pharmacy, drugstore, pharmacist / farmacia, farmaceutico
missed dose, forget, forgot, miss a dose / olvidar, dosis olvidada
overdose, too much, took too many / sobredosis
twice, two times, 2 times, bid / dos veces
three times, tid / tid, tres veces
birth, delivery, labor, born / labor, parto, nacimiento
due date, expected date / fecha prevista
ultrasound, sonogram, scan / ecografia
mammogram, breast, mama, mamografia / mama, mamografia
colonoscopy, bowel prep, colonoscopia / colonoscopia
biopsy, tissue, sample / biopsia, muestra
anesthesia, sedation, asleep, sedacion / anestesia, sedacion
recovery, heal, healing, recover / recuperacion, curar
exercise, work out, workout, training, gym /
stairs, climb, steps / escaleras
`
