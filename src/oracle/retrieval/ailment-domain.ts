/** Words for the body, illnesses and care, in both languages, in the format of `SYNONYMS`. */
export const AILMENTS = `
bowel movement, stool, feces, poop, poo, number two / heces, deposiciones, caca, ir al bano, voy al bano, hacer de vientre, evacuar
dark, black, tarry / oscuro, oscura, oscuras, negro, negra, negras
urine, pee, urinate, urination, wee, urinary / orina, orinar, pis, mear, urinario
bladder / vejiga
gut, bowel, intestine, colon, intestinal / colon, intestinal, intestino, tripa
heart, cardiac, cardiology, cardiologist, cardiovascular, cardiologia / cardiovascular, corazon, cardiaco, cardiaca, cardiologia, cardiologo
lung, pulmonary, respiratory, pulmonology, pulmonologist, neumologia, neumologo / pulmonology, pulmonologist, pulmon, pulmones, pulmonar, neumologia, neumologo, respiratorio
brain, neurological, neurology, neurologist, cerebral / cerebro, cerebral, neurologia, neurologo
bone, skeletal, orthopedic, fracture, traumatologia, traumatologo / hueso, huesos, oseo, traumatologia, traumatologo
broken bone, fracture, fractured, broken / fractura, hueso roto, rotura
sprain, strain, twisted, pulled, distension / esguince, torcedura
joint, arthritis, articulacion / articular, articulacion, artritis, artrosis
muscle, muscular / muscular, musculo
skin, dermatology, dermatologist, derma, dermatologia, dermatologo / piel, dermatologia, dermatologo, cutaneo
mole, lesion, nevus, growth, spot / lesion, lunar, mancha
lump, mass, nodule, cyst, tumor, growth / tumor, bulto, nodulo, quiste, masa
bruise, bruising, hematoma, black and blue / hematoma, moraton, cardenal
burn, scald / quemadura, quemar
cut, wound, laceration, scrape / herida, corte
nose, nasal, sinus, nostril, sinusitis / nasal, nariz, sinusitis
mouth, oral, by mouth / oral, boca, bucal
tongue / lengua
teeth, tooth, dental, molar, wisdom tooth / dental, molar, diente, dientes, muela, muelas
filling, cavity, caries, decay / caries, empaste, obturacion
crown, cap / corona, funda
extraction, extract, pull, pulled, take out, removal / extraer, extraccion, sacar, quitar
root canal, endodontic, endodontia, endodoncia / endodontia, endodoncia, nervio
gum, gums, periodontal, gingivitis / encia, encias
braces, aligner, orthodontic, orthodontist, retainer, brackets / aparato, ortodoncia
brush teeth, toothbrush, floss, mouthwash / cepillar, cepillo, hilo dental, enjuague
teeth cleaning, cleaning, dental cleaning / limpieza dental, limpieza
see, vision, eyesight, sight, visual, blurry, blurred / vision, visual, vista, ver, borroso
eye doctor, ophthalmologist, optometrist, ophthalmology / oculista, oftalmologo, oftalmologia
eyeglasses, glasses, spectacles, lenses, contact lenses / gafas, lentes, lentillas
hear, hearing, deaf, audiology, audiogram, audiometria / audiogram, oir, audicion, sordo, audiometria
ear, ears, otic / oido, oidos, oreja
neck, cervical / cervical, cuello
elbow / codo
finger, fingers, thumb, digit / dedo, dedos, pulgar
leg, legs / pierna, piernas
calf, pantorrilla / pantorrilla, gemelo
toe, toes / dedo del pie
thigh / muslo
skull, head / craneo, cabeza
face, facial / facial, cara
hair, scalp / cabello, pelo
nail, nails / una, unas
breast, breasts, mammary, mama / mama, mamas, pecho, seno
uterus, womb, uterine, gynecology, gynecologist, ginecologia / utero, matriz, ginecologia, ginecologo
prostate, psa / psa, prostata
testicle, testicular / testicular, testiculo
private parts, genitals / genitales
pap smear, cervical screening, smear, citologia / citologia
birth control, contraceptive, contraception, the pill, iud, diu / anticonceptivo, anticonceptivos
miscarriage / aborto
menopause / menopausia
newborn, infant, baby, neonate / recien nacido, lactante, bebe
toddler, preschooler /
teenager, adolescent, teen / adolescente
elderly, older adult, senior, over 65 / senior, mayores, anciano, tercera edad
weak, weakness, tired, tiredness, fatigue, fatigued, exhausted, worn out / cansado, cansada, cansancio, fatiga, debil, debilidad, agotado
sleepy, drowsy, drowsiness, sleepiness, somnolence / somnolencia, sueno, adormecido
insomnia, cannot sleep, trouble sleeping, sleeplessness / insomnio
snore, snoring, sleep apnea, apnea, cpap / apnea, cpap, ronquido, roncar
numb, numbness, tingling, pins and needles, paresthesia / hormigueo, entumecimiento, adormecimiento
shake, shaking, tremor, tremble, trembling / temblor, temblar
cramp, cramps, spasm / calambre, espasmo
seizure, convulsion, epilepsy, epileptic, fit / convulsion, epilepsia
faint, fainting, passed out, pass out, syncope, blackout / desmayo, desmayar, sincope, perder el conocimiento
palpitations, heart racing, racing heart, irregular heartbeat, arrhythmia, atrial fibrillation, afib, fibrilacion / afib, palpitaciones, arritmia, fibrilacion
chest pain, angina, chest tightness / angina, dolor de pecho, dolor toracico
wheeze, wheezing, asthma, sibilancias / sibilancias, asma, asmatico
pneumonia, lung infection / neumonia, pulmonia
bronchitis / bronquitis
cold, common cold, runny nose, congestion / congestion, resfriado, catarro, constipado
sore throat, strep, tonsillitis, tonsils / dolor de garganta, amigdalas, anginas
uti, urinary tract infection, bladder infection, cystitis / uti, infeccion de orina, cistitis
yeast infection, fungal, fungus, candida / candida, hongos, micosis
virus, viral / virus, viral, virico
bacteria, bacterial, germ, germs / bacteria, bacteriano
contagious, infectious, catching, spread, pass it on / contagioso, contagiosa, contagiar, contagio
quarantine, isolate, isolation / cuarentena, aislamiento, aislar
gallbladder, gallstone, gallstones, biliary, bile, cholecystectomy / vesicula, calculos, piedras, biliar
kidney stone, renal stone, calculus / calculo renal, piedra en el rinon
hernia, hernial / hernia
appendix, appendicitis, appendectomy / apendice, apendicitis
ulcer, gastritis / gastritis, ulcera
hemorrhoid, hemorrhoids, piles / hemorroides, almorranas
gout, uric acid / gota, acido urico
osteoporosis, bone density, dexa, bone loss, densitometria / dexa, densidad osea, densitometria
bloated, bloating, gas, flatulence, gases / gas, hinchado, gases, flatulencia
appetite, hungry, hunger / apetito, hambre
thirst, thirsty, dry mouth / sed, boca seca
dehydrated, dehydration, hydrate, hydration, hydrated, deshidratacion / deshidratacion, hidratar
sweat, sweating, night sweats / sudor, sudores, sudar
yellow, jaundice / ictericia, amarillo
obese, obesity, bmi, body mass index, overweight, imc / bmi, obesidad, indice de masa corporal, imc
memory, forgetful, dementia, alzheimer, confusion, confused / alzheimer, confusion, memoria, demencia, confuso
depressed, depression, sad, sadness, low mood, mood / depresion, triste, animo
stress, stressed / estres
suicidal, suicide, self harm, crisis line / suicidio
addiction, addicted, substance, drug use / adiccion, drogas
red, redness, reddened / rojo, enrojecimiento, enrojecido
warm, hot, heat / caliente, calor
ooze, oozing, discharge, pus, drainage / pus, secrecion, supurar
itch, itchy, itching, pruritus / picor, picores, picazon
swell, swollen, swelling, puffy, puffiness, edema / edema, hinchado, hinchada, hinchazon
lose hair, hair loss, alopecia / alopecia, caida del cabello
tumor marker / cea
chemo, chemotherapy / quimio, quimioterapia
radiation, radiotherapy, radiation therapy / radioterapia
hemoglobin, hgb, hb / hgb, hemoglobina
hematocrit, hct, hematocrito
platelet, platelets, plt, thrombocytes / plt, plaquetas
potassium / potasio
calcium / calcio
magnesium / magnesio
vitamin d, 25 oh, 25 hydroxy / vitamina d
b12, cobalamin, vitamina b12 / cobalamin, vitamina b12
folate, folic acid, folato / folate, folato, acido folico
inflammation, crp, c reactive protein, esr, sedimentation rate, pcr / crp, inflamacion, pcr, proteina c reactiva
clotting, coagulation, inr, prothrombin, coagulacion / inr, coagulacion
urine test, urinalysis, urine sample / orina, analisis de orina, muestra de orina
stool test, stool sample, fecal, occult blood, fit test / fecal, heces, sangre oculta
hemoglobin a1c, a1c, hba1c, three month sugar / hba1c, hemoglobina glicosilada, hemoglobina glucosilada
ekg, ecg, electrocardiogram, heart tracing / electrocardiograma
echo, echocardiogram, heart ultrasound, ecocardiograma, ecocardiografia / echocardiogram, ecocardiograma, ecocardiografia
stress test, treadmill, ergometry, ergometria / ergometry, prueba de esfuerzo, ergometria
mri, magnetic resonance, rm / resonancia, resonancia magnetica
ct, ct scan, cat scan, computed tomography / tac, tomografia, escaner
scope, endoscopy, gastroscopy, gastroscopia / gastroscopy, endoscopia, gastroscopia
sample, specimen, cup, container, jar / muestra, bote, frasco, recipiente
contrast, dye / contraste
implant, implants, pacemaker, stent / implante, marcapasos
claustrophobic, claustrophobia, closed spaces / claustrofobia
blood donation, donate blood, transfusion / transfusion, donar sangre
nurse line, advice line, after hours line, on call /
urgent care, walk in clinic, minute clinic /
specialist, specialty / especialista, especialidad
home care, home health, visiting nurse / atencion domiciliaria
caregiver, carer, caretaker / cuidador, cuidadora
nursing home, assisted living / residencia, residencia de mayores
hospice, palliative / paliativos
advance directive, living will, power of attorney, health care proxy / testamento vital, voluntades anticipadas, poder notarial
consent, permission, agree to / consentimiento, permiso
waiting room / sala de espera
operating room, theatre / theatre, quirofano
put to sleep, anesthesia, anesthetic, sedation, sedated, general anesthesia, sedacion / dormir, anestesia, sedacion
numbing, local anesthetic / anestesia local
breathing machine, ventilator / respirador
iv, intravenous, drip, infusion / infusion, suero, via, intravenoso, gotero
needle, syringe / aguja, jeringa, jeringuilla
swallow, chew, crush / tragar, masticar, triturar
take with food, with food, with meals, after eating / con comida, con las comidas, con alimentos, despues de comer
on an empty stomach, before eating, before food, fasting / en ayunas, antes de comer, estomago vacio
before bed, at bedtime, at night, before sleeping / al acostarse, antes de dormir, por la noche
skip, skipped, miss, missed, forget, forgot, forgotten / olvidar, olvido, olvide, olvida, saltar
double up, double dose, twice the dose, two at once, extra dose, make up for / dosis doble, doble
too many, too much, overdose, overdosed / sobredosis, demasiado, demasiados
expired, out of date, expiry, use by / caducado, caducada, caducidad
wean, taper, reduce gradually, slowly stop / disminuir, reducir poco a poco
generic, brand, brand name / generico, marca
over the counter, otc, without prescription, nonprescription / sin receta
antacid, tums, antiacido / antiacido
laxative, stool softener / laxante
cough syrup, cough medicine / jarabe para la tos
nasal spray, spray nasal /
eye drops / colirio, gotas para los ojos
insulin pen, injection pen, pen / pluma
blood pressure pill, antihypertensive, antihipertensivo / antihipertensivo
water pills, diuretic / diureticos
sleeping pills, hypnotic, sedative / sedante
cortisone, steroids, corticosteroid, corticosteroids / cortisona, corticoides
side effects, adverse effects, adverse reactions, undesirable effects, unwanted effects / efectos secundarios, efectos adversos, efectos indeseables
grapefruit, grapefruit juice / pomelo, toronja
orange juice, juice / zumo, zumo de naranja, jugo
fat, fatty / grasa, grasas
meat, red meat / carne
seafood, shellfish / marisco, mariscos
liver sausage, organ meat, offal / visceras, casqueria
soft drink, soda, pop, fizzy drink / soda, refresco
sun, sunlight, sunscreen, tanning, protector solar / sol, tomar el sol
sauna, hot tub, jacuzzi, steam / sauna, jacuzzi
makeup, cosmetics, lotion, perfume, deodorant / maquillaje, crema, desodorante
jewelry, metal, piercing, ring / metal, joyas, anillo
climb stairs, stairs / subir escaleras, escaleras
bend, bending, stoop / agacharse, doblar
kneel, kneeling, squat / arrodillarse, cuclillas
stretch, stretching, flexibility / estirar, estiramiento, estiramientos
strengthen, strength, strengthening / fuerza, fortalecer
balance / balance, equilibrio
limp, limping, gait / cojera, cojear
relapse, come back, recurrence / recaida, volver a salir
cure, cured, curable / curable, curar, cura
outlook, prognosis / pronostico
hereditary, inherited, genetic, runs in the family / hereditario, genetico
risk, risks, danger, dangerous / riesgo, riesgos, peligro, peligroso
worry, worried, worrisome, alarm, concern, concerning, serious, grave / preocupar, preocupante, alarma
safe, harmless, benign / inofensivo, benigno, seguro
better, improve, improved, improvement / mejor, mejorar, mejoria
worse, worsen, worsening, gets worse / peor, empeora, empeorar, empeoramiento
`
