import { type Language, stemOf } from '../document/term-domain.ts'

/** Common Spanish words, each with its English meanings. */
const GLOSSARY = `
abandonar abandon leave; abanico fan; abarcar cover include; abeja bee; abogada lawyer attorney; abogado lawyer attorney; abonar pay credit
abono pass payment subscription; abrazo hug; abrigo coat; abrir open; absoluto absolute; absorber absorb; abuela grandmother; abuelo grandfather
aburrido boring; abuso abuse; acabar finish end; acampar camp; acceder access enter; acceso access entry; accidente accident crash
accion share action; aceite oil; aceituna olive; acelerar accelerate; aceptar accept; acera sidewalk pavement; acercar approach; acero steel
acidez heartburn; acido acid; aclarar clarify rinse; acoger host; acompanante companion guest escort; acompanar accompany; aconsejar advise recommend
acordar agree; acoso harassment; acostar lie bed; acta minutes record certificate; activar activate; actividad activity; actor actor
actual current present; actualizar update; acudir attend come go; acuerdo agreement; acusar accuse; adaptador adapter plug
adecuado suitable appropriate; adelantar advance; adelanto advance; adelgazar slim weight; adicional additional extra; adivinar guess
adjuntar attach enclose; adjunto attached enclosed; administracion administration; administrador administrator manager; admitir admit accept
adolescente teenager teen; adoptar adopt; adquirir buy acquire; aduana customs; adulto adult grown; advertir warn; aerolinea airline
aeropuerto airport; afectar affect; afeitar shave; aficion hobby; afilado sharp; afiliacion membership; afiliado member; agencia agency
agenda diary agenda; agente agent officer; agosto august; agotado exhausted sold; agradecer thank; agregar add; agresivo aggressive; agricultor farmer
agua water; aguacate avocado; aguantar endure last; aguja needle; agujero hole; ahogar drown choke; ahorrar save; ahorro saving savings; aire air
aislamiento insulation isolation; ajo garlic; ajuste adjustment; ala wing; alarma alarm; albanil bricklayer builder; albergue hostel shelter
alcalde mayor; alcanzar reach; alcohol alcohol; alegre cheerful happy; alergia allergy; alergico allergic; alerta alert; alfombra carpet rug
algodon cotton; alimentar feed; alimento food; aliviar relieve; almacen warehouse store; almacenar store; almendra almond; almohada pillow
almorzar lunch; almuerzo lunch; alojamiento accommodation lodging; alojar lodge stay; alquilar rent hire lease; alquiler rent rental lease
alrededor around; altavoz speaker; alternativa alternative; altura height; alumna student pupil; alumno student pupil; amable kind; amar love
amarillo yellow; ambiente environment; ambulancia ambulance; amenaza threat; amiga friend; amigo friend; amor love; ampliar extend enlarge
ampolla blister; anadir add; analisis analysis test; ancho wide width; anciano elderly senior; andar walk; anden platform; anillo ring; animal animal
aniversario anniversary; ano year; anotar note write; ansiedad anxiety; antelacion advance notice; anterior previous former; antibiotico antibiotic
anticipo advance deposit; antiguo old ancient former; anual annual yearly; anular cancel void; anunciar announce advertise
anuncio ad announcement notice; apagar turn switch off; apagon outage blackout; aparato device appliance; aparcamiento parking; aparcar park
aparecer appear; apartado section box; apartamento apartment flat; apelar appeal; apellido surname; aplazar postpone defer; aplicacion app application
aplicar apply; apodo nickname; aportar contribute provide; apoyar support; apoyo support; aprender learn; aprobar approve pass; apuesta bet
apuntarse enroll join register; arana spider; arbitro referee; arbol tree; archivo file archive; area area; arena sand; argumento argument plot
arma weapon gun; armario closet wardrobe cabinet; arrancar start; arreglar fix repair; arreglo repair; arrendador landlord lessor
arrendatario tenant lessee; arriesgar risk; arrojar throw; arroz rice; arte art; articulo article item; ascender promote; ascensor elevator lift
asegurado insured; asegurar insure secure ensure; aseo restroom toilet; asesor adviser consultant; asesoramiento advice; asiento seat
asignatura subject course; asistencia assistance attendance help; asistente assistant; asistir attend; asma asthma; asociacion association
aspecto appearance; aspiradora vacuum; asunto matter subject; asustar scare; atajo shortcut; ataque attack; atar tie; atasco jam traffic clog
atencion attention service care; atender attend serve; aterrizar land; atleta athlete; atraccion attraction; atrasar delay; atraso delay arrears
atun tuna; auditoria audit; aula classroom; aumentar increase raise; aumento increase raise; ausencia absence; ausente absent; autobus bus
autocar coach bus; automatico automatic; autonomo freelance; autopista highway motorway freeway; autor author; autoridad authority
autorizacion authorization permission permit; autorizar authorize permit allow; autovia highway; auxilio aid; avanzar advance; ave bird
aventura adventure; averia breakdown fault failure; averiado broken; avion plane airplane aircraft; avisar notify warn inform; aviso notice warning
ayer yesterday; ayuda help aid; ayudar help; ayunas fasting; ayuntamiento council town hall; azafata stewardess hostess; azucar sugar; azul blue
bacalao cod; bache pothole; bachillerato school; bailar dance; baile dance; bajada decrease; bajar lower reduce decrease; balance balance
balcon balcony; balneario spa; balon ball; baloncesto basketball; banar bathe; banarse bathe swim; banco bank bench; bandeja tray; bandera flag
banera bathtub; bano bathroom bath; barandilla railing; barato cheap; barba beard; barbacoa barbecue grill; barco boat ship; barra bar; barrer sweep
barriga belly stomach; barrio neighborhood district; barro mud; basico basic; bastante enough; bastar suffice; baston cane stick
basura trash garbage rubbish waste; bata gown; bateria battery; batido shake; batir beat; baul trunk; bautizo baptism christening; bebe baby
beber drink; bebida drink beverage; beca scholarship grant; belleza beauty; beneficiario beneficiary; beneficio benefit profit; besar kiss; beso kiss
biberon bottle; biblioteca library; bici bicycle bike; bicicleta bicycle bike; bigote mustache; billete ticket; billetera wallet; bizcocho cake
blanco white; bloque block; bloquear block lock; blusa blouse; boca mouth; bocadillo sandwich; boda wedding marriage; bodega cellar winery
boligrafo pen; bolsa bag; bolsillo pocket; bolso purse handbag; bomba pump bomb; bombero firefighter; bombilla bulb; bonificacion bonus discount
bonito pretty; bono voucher bonus bond; borrador draft; borrar delete erase; bosque forest; bota boot; bote jar boat; botella bottle; botiquin kit
boton button; brazo arm; brecha gap; breve brief; brillo shine; brindar offer; brisa breeze; broma joke; bruto gross; bucear dive; bufanda scarf
burro donkey; buscar search seek; busqueda search; butaca seat armchair; buzon mailbox; caballo horse; cabello hair; cabeza head; cabina cabin
cable cable wire; cabra goat; cacahuete peanut; cachorro puppy; cadena chain; cadera hip; caducar expire; caducidad expiry expiration; caer fall
cafe coffee; cafeteria cafeteria coffee; caida fall drop; caja box cashier; cajero atm cashier; cajon drawer; calambre cramp; calcetin sock
calculadora calculator; calcular calculate; caldera boiler furnace; caldo broth; calefaccion heating heat; calendario calendar; calentar heat warm
calidad quality; callar silence; calle street; calmante painkiller sedative; calor heat; calvo bald; calzado footwear shoes; cama bed; camara camera
camarera waitress; camarero waiter; camaron shrimp; cambiar change exchange; cambio change exchange; camilla stretcher; caminar walk; caminata hike
camino road way path; camion truck lorry; camisa shirt; camiseta shirt; campamento camp; campana bell; campeon champion; campo field countryside
canal channel; cancelacion cancellation; cancelar cancel; cancer cancer; cancha court; cancion song; candidato candidate applicant; caneria pipe
cano pipe; cansado tired; cansancio fatigue tiredness; cantar sing; cantidad amount quantity; cantina canteen cafeteria; capacidad capacity
capital capital; capitulo chapter; cara face; caravana caravan camper trailer; carbon coal; carcel prison jail; carga load charge; cargador charger
cargar charge load; cargo charge post; caries cavity; carne meat card license; carnet license card; caro expensive; carpeta folder
carpintero carpenter; carrera career race degree; carretera road highway; carril lane; carrito cart stroller; carro car cart; carta letter menu
cartel poster sign; cartera wallet portfolio; cartero mailman; carton cardboard; casa house home; casado married; casar marry; casarse marry
casco helmet; casero homemade landlord; caseta booth; casilla box; castigar punish; castigo punishment; catarro cold; catedral cathedral; causa cause
causar cause; cebolla onion; ceder transfer yield; celebrar celebrate hold; celiaco celiac gluten; celular cellphone mobile; cementerio cemetery
cena dinner supper; cenar dine dinner; ceniza ash; centro center centre; cepillo brush; cerca fence near; cercano near close; cerda sow
cerdo pig pork; cereal cereal; cerebro brain; ceremonia ceremony; cereza cherry; cerilla match; cerradura lock; cerrajero locksmith; cerrar close shut
certificado certificate; cerveza beer; cesar cease; cesped grass lawn; cesta basket; chaleco vest; champu shampoo; chanclas sandals; chaqueta jacket
charla talk chat; cheque check; chica girl; chico boy; chimenea fireplace chimney; chiste joke; chocar crash collide; chofer driver
choque crash collision; chubasquero raincoat; ciego blind; cielo sky; ciencia science; cierre closing closure; cifra figure number
cigarrillo cigarette; cine cinema movie; cinta tape ribbon; cintura waist; cinturon belt; circulacion traffic; circular circular; ciruela plum
cirugia surgery; cirujano surgeon; cita appointment date; ciudad city town; ciudadania citizenship; ciudadano citizen; clase class; clausula clause
clausura closing; clave key code; clavo nail; cliente customer client; clima climate weather; climatizador conditioner; clinica clinic
club club clubhouse; cobertura coverage; cobrar charge collect earn; cobre copper; cobro charge collection; cocer boil cook; coche car; cocina kitchen
cocinar cook; cocinero cook chef; codigo code; codo elbow; coger take catch; cojin cushion; cola tail queue glue; colchon mattress; colegio school
colesterol cholesterol; colgar hang; colina hill; collar necklace collar; colocar place put; color color; columna column spine
comedor canteen dining cafeteria; comentar comment; comenzar begin start; comer eat; comercio trade shop store; comida food meal lunch
comisaria police station; comision commission committee fee; comodo comfortable; companera colleague classmate; companero colleague classmate
compania company; comparar compare; compartir share; compensacion compensation; compensar compensate; competencia competition competence
complemento supplement; completo complete full; complicado complicated; comportamiento behavior; compra purchase shopping; comprador buyer
comprar buy purchase; comprender understand; comprimido tablet; comprobante receipt proof; comprobar check verify; compromiso commitment; comun common
comunicar communicate notify; comunidad community; conceder grant; concejal councilor; concertar arrange; concesionario dealer; concierto concert
concluir conclude; concurso contest; condena sentence; condicion condition; conducir drive; conductor driver; conectar connect; conejo rabbit
conexion connection; conferencia lecture conference; confianza trust; confiar trust; confirmar confirm; conflicto conflict; congelador freezer
congelar freeze; congreso congress; conocer know meet; conocido known; conocimiento knowledge; conseguir get obtain achieve; consejo advice council
conserje janitor concierge; conservar keep preserve store; consigna locker luggage; construccion construction building; construir build
consulado consulate; consulta consultation query office; consultar consult; consultorio office clinic; consumidor consumer; consumir consume
consumo consumption usage; contacto contact; contador meter accountant; contagiar infect; contagioso contagious; contaminacion pollution
contar count tell; contenedor container bin; contener contain; contenido content; contento happy; contestar answer reply; contrasena password
contratar hire contract; contratiempo setback; contrato contract agreement; contribuyente taxpayer; control control check; convenio agreement
convivencia coexistence; convocar convene call; convocatoria call notice; conyuge spouse; copa glass cup drink; copia copy; corazon heart; corbata tie
cordero lamb; cordon cord lace; correa leash strap belt; corregir correct; correo mail post; correr run; corresponder correspond; corriente current
cortar cut; corte cut court outage; cortesia courtesy; cortina curtain; corto short; cosecha harvest; coser sew; cosmetica cosmetics; coste cost
costilla rib; costo cost; costumbre custom habit; cotizacion contribution quote; crear create; crecer grow; credito credit loan; creer believe
crema cream; crimen crime; cristal glass window; critica criticism; crucero cruise; crudo raw; cruz cross; cruzar cross; cuaderno notebook
cuadra block stable; cuadrado square; cuadro picture painting table; cuarentena quarantine; cuarto room quarter fourth; cubierta cover deck
cubierto cutlery covered; cubo bucket bin; cubrir cover; cuchara spoon; cucharada tablespoon; cucharadita teaspoon; cuchillo knife; cuello neck collar
cuenco bowl; cuenta account bill; cuento story; cuerda rope; cuero leather; cuerpo body; cuesta slope cost; cueva cave; cuidado care
cuidador caregiver carer; cuidar care; culpa fault blame; culpable guilty; cultivar grow; cumpleanos birthday; cumplir fulfill comply
cuna cradle crib; cunado brother; cuota fee dues installment; cupo quota; cura cure priest; curar cure heal; curso course year; dado given
danado damaged; danar damage; dano damage harm; dato data detail; debajo below under; deber must owe duty; debil weak; debilidad weakness
decidir decide; declaracion statement declaration return; declarar declare; dedo finger; deducir deduct; defecto defect fault
defectuoso defective faulty; defender defend; defensa defense; deficit deficit; definitivo final; degustacion tasting; delante front
delegado delegate; delgado thin; delito crime offense; demanda lawsuit demand; demandar sue; demora delay; demostrar prove show; denegar deny refuse
dentadura denture; dentista dentist; denuncia complaint report; denunciar report; departamento department apartment; depender depend
dependiente clerk dependent; deporte sport; deportivo sports; deposito deposit tank; derecho right law; derramar spill; derrame spill stroke
desacuerdo disagreement; desague drain; desaparecer disappear; desarrollar develop; desastre disaster; desatascar unclog; desayunar breakfast
desayuno breakfast; descansar rest; descanso rest break; descarga download discharge; descargar download unload; desconocido unknown stranger
descontar deduct discount; describir describe; descubierto overdraft; descubrir discover; descuento discount; desear wish want
desechar discard dispose; desecho waste; desempleo unemployment; deseo wish; desgaste wear; desgravar deduct; deshacer undo; desinfectar disinfect
desmayarse faint; desmayo faint; desmontar disassemble; desnudo naked; desordenado messy; despacho office; despacio slowly; despedida farewell
despedir fire dismiss; despegar takeoff; despejado clear; despensa pantry; desperdicio waste; despertador alarm; despertar wake
despido dismissal layoff; desplazamiento travel; despues after; destinatario recipient addressee; destino destination; destornillador screwdriver
destruir destroy; desventaja disadvantage; desviar divert; detalle detail; detectar detect; detener stop arrest; detergente detergent soap
deterioro deterioration damage; deuda debt; devolucion refund return; devolver return refund; diabetes diabetes; diagnostico diagnosis
diario daily newspaper; dibujar draw; dibujo drawing; diente tooth; dieta diet; diferencia difference; dificil difficult; dificultad difficulty
difunto deceased; digestion digestion; diluir dilute; dimension dimension size; dimitir resign; dinero money cash; diploma diploma
direccion address management direction; directo direct; director director principal manager; directora director principal manager; dirigir direct
discapacidad disability; discapacitado disabled; discutir discuss argue; disenar design; diseno design; disfraz costume; disfrutar enjoy
disminuir decrease reduce; disolver dissolve; disparar shoot; disponer have; disponible available; dispositivo device; distancia distance
distinto different; distribuir distribute; diversion fun; divertido fun funny; dividir divide split; divorciado divorced; divorcio divorce
doblar fold double; doble double; docena dozen; docente teacher; doctor doctor; documento document; dolencia ailment; doler hurt ache; dolor pain ache
domestico domestic; domiciliacion debit; domicilio home address; dominio domain; donacion donation; donar donate; dormir sleep; dormitorio bedroom
dosis dose; droga drug; ducha shower; ducharse shower; duda doubt question; dueno owner; dulce sweet candy; duracion duration length; durar last
duro hard; echar throw pour fire; economia economy; economico economic cheap; edad age; edificio building; editar edit; editorial publisher
educacion education; educador educator; efectivo cash; efecto effect; eficaz effective; ejecutar execute; ejemplo example; ejercicio exercise year
elaborar prepare; elastico elastic; eleccion election choice; electricidad electricity power; electricista electrician; electrico electric
electrodomestico appliance; elegir choose select; eliminar remove delete; embajada embassy; embalaje packaging; embarazada pregnant
embarazo pregnancy; embarcar board; embargo seizure; embarque boarding; emergencia emergency; emision issue broadcast; emitir issue; emocion emotion
empadronamiento registration residence; empaquetar pack; empastar fill; empaste filling; empeorar worsen; empezar begin start; empleada employee
empleado employee worker; empleador employer; empleo job employment; emprendedor entrepreneur; empresa company firm business employer
empresario employer businessman; empujar push; encargado manager; encargar order; encargo order; encender light switch turn; enchufar plug
enchufe outlet socket plug; encia gum; encima above; encontrar find; encuentro meeting; encuesta survey; enemigo enemy; energia energy power
enfadado angry; enfermar sicken; enfermedad illness disease sickness; enfermera nurse; enfermero nurse; enfermo sick ill; enfrente opposite
enfriar cool; enganar deceive; engano fraud; engordar fatten weight; enjuagar rinse; enlace link; ensalada salad; ensayo rehearsal essay
ensenanza teaching education; ensenar teach show; ensuciar dirty; entender understand; entidad entity bank; entierro burial funeral
entorno environment; entrada entrance ticket entry; entrar enter; entrega delivery; entregar deliver hand submit; entrenador coach trainer
entrenamiento training; entrenar train; entretenimiento entertainment; entrevista interview; entrevistar interview; envase container package
enviar send ship; envio shipment shipping delivery; envoltorio wrapper; envolver wrap; equilibrio balance; equipaje luggage baggage
equipo team equipment; equivocado wrong; error error mistake; erupcion rash; escala scale stopover; escalera stairs ladder; escalon step
escandalo scandal; escapar escape; escaso scarce; escayola cast; escenario stage; escoba broom; escoger choose; escolar school; esconder hide
escribir write; escritorio desk; escritura deed writing; escuchar listen hear; escuela school; esfuerzo effort; espacio space; espalda back
espanol spanish; especial special; especialista specialist; especie species spice; espectaculo show; espejo mirror; espera wait; esperanza hope
esperar wait hope expect; espinaca spinach; esponja sponge; esposa wife; esposo husband; espuma foam; esqui ski; esquiar ski; esquina corner
estable stable; establecer establish set; estacion station season; estacionamiento parking; estacionar park; estadio stadium
estado state status condition; estafa scam fraud; estancia stay; estante shelf; estanteria shelf; estatua statue; estetica aesthetic; estilo style
estirar stretch; estomago stomach; estornudo sneeze; estrella star; estrenar premiere; estrenimiento constipation; estres stress
estropeado broken damaged; estropear damage spoil; estructura structure; estuche case; estudiante student; estudiar study; estudio study studio
estufa stove heater; etapa stage; etiqueta label tag; evaluacion evaluation assessment; evento event; evitar avoid; exacto exact; examen exam test
examinar examine; excedencia leave; exceso excess; excluir exclude; exclusivo exclusive; excursion excursion trip hike; exigir demand require
exito success; expediente file record; experiencia experience; experto expert; explicar explain; exponer expose exhibit; exposicion exhibition
exprimir squeeze; extender extend; exterior outside exterior; extranar miss; extranjero foreign abroad; extraviar lose misplace; extremo extreme end
fabrica factory; fabricante manufacturer; facial facial; facil easy; factor factor; factura bill invoice; facturacion billing check
facturar invoice check; facultad faculty college; falda skirt; falla failure; fallecer die; fallecimiento death; fallo failure ruling fault
falso false fake; falta lack absence fault; faltar miss lack; fama fame; familia family; familiar relative family; famoso famous
farmaceutico pharmacist; farmacia pharmacy; faro headlight lighthouse; favor favor; fe faith; fecha date; felicidad happiness; feliz happy; feo ugly
feria fair; festivo holiday; fiable reliable; fianza deposit bond; fiar trust; fiebre fever; fiel loyal; fiesta party holiday festival; fila row line
filtro filter; fin end; final final end; finalizar finish end; financiacion financing; finca property estate; firma signature; firmar sign
fiscal tax prosecutor; fisico physical; flan custard; flema phlegm; flor flower; folleto leaflet brochure; fondo fund bottom; fontanero plumber
forma form way; formacion training education; formulario form; foto photo picture; fotocopia photocopy; fotografia photograph photo; fractura fracture
fragil fragile; franja band; frasco bottle jar; frase sentence; fraude fraud; frecuencia frequency; frecuente frequent common; fregadero sink
fregar scrub mop; freir fry; frenar brake; freno brake; frente forehead front; fresa strawberry; fresco fresh cool; frigorifico refrigerator fridge
frontera border; frotar rub; fruta fruit; fuego fire; fuente fountain source; fuerte strong; fuerza force strength; fuga leak; fumador smoker
fumar smoke; funcion function; funcionamiento operation; funcionar work function; funcionario official civil; funda cover; fundar found
funeral funeral; furgoneta van; futbol soccer football; futuro future; gafas glasses; galleta cookie biscuit; gallina hen chicken; gallo rooster
gama range; gamba shrimp prawn; ganado cattle; ganador winner; ganancia profit gain; ganar earn win; garaje garage; garantia warranty guarantee
garantizar guarantee; garganta throat; gas gas; gaseosa soda; gasoil diesel; gasolina gasoline petrol gas; gasolinera gas; gastar spend
gasto expense cost; gata cat; gato cat; gemelo twin calf; general general; genero gender; gente people; gerente manager; gestion management
gestionar manage; gestor manager agent; gimnasia gymnastics; gimnasio gym; girar turn; giro turn; globo balloon; gluten gluten; gobierno government
golpe blow hit; golpear hit; goma rubber; gordo fat; gorra cap; gorro hat cap; gota drop; gotear drip leak; gotera leak; grabar record
grado degree grade; graduacion graduation; grafico graph; gramo gram; granizo hail; granja farm; grano grain pimple; grapa staple; grasa fat grease
gratis free; gratuito free; grave serious severe; grieta crack; grifo faucet tap; gripe flu influenza; gris gray; gritar shout; grua crane tow
grueso thick; grupo group; guante glove; guapo handsome; guarda guard; guardar keep save store; guarderia nursery daycare kindergarten
guardia guard duty; guerra war; guia guide; guisante pea; guitarra guitar; gusano worm; gusto taste; habil skilled working; habitacion room bedroom
habitante inhabitant; habitual usual; hablar speak talk; hacienda treasury tax; hambre hunger; harina flour; hecho fact; helada frost; helado ice
helicoptero helicopter; herencia inheritance; herida wound injury; herido injured wounded; herir injure; hermana sister; hermano brother
hernia hernia; herramienta tool; hervir boil; hielo ice; hierba grass herb; hierro iron; higado liver; hija daughter; hijo son child; hinchado swollen
hinchar swell; hinchazon swelling; hipoteca mortgage; historia history story; historial history record; hogar home; hoja sheet leaf blade; hombre man
hombro shoulder; homenaje tribute; honorarios fees; hora hour time; horario schedule hours timetable; horno oven; hospedaje lodging; hospital hospital
hospitalizar hospitalize; hotel hotel; hoy today; hucha savings; hueco gap; huelga strike; hueso bone; huesped guest; huevo egg; huir flee
humedad humidity moisture damp; humedo wet damp; humo smoke; hundir sink; hurto theft; ida outward; idea idea; idioma language; iglesia church
igual equal same; iluminacion lighting; imagen image picture; impago nonpayment default; impar odd; impedir prevent; impermeable waterproof raincoat
importar matter import; importe amount; imposible impossible; imprenta printing; impresion impression print; impresora printer; imprevisto unexpected
imprimir print; impuesto tax; inaugurar open; incapacidad disability; incendio fire; incidencia incident; incluir include; incomodo uncomfortable
incumplimiento breach; incumplir breach; indefinido indefinite permanent; indemnizacion compensation indemnity severance; indicar indicate
indice index; individual single individual; infantil children; infarto heart; infeccion infection; inferior lower; infierno hell
inflamacion inflammation swelling; inflar inflate; informar inform; informatica computing; informe report; infraccion violation offense
ingeniero engineer; ingles english; ingresar deposit admit pay; ingreso income admission deposit; inhalador inhaler; iniciar start
inicio start beginning; injusto unfair; inmediato immediate; inmobiliaria real estate; inmueble property building; inodoro toilet; inquilina tenant
inquilino tenant; inscribir register enroll; inscripcion registration enrollment; insecto insect; insistir insist; insomnio insomnia
inspeccion inspection; instalacion facility installation; instalar install; instituto school institute; instruccion instruction; integral whole
intencion intention; intentar try; intercambio exchange; interes interest; interior inside interior; intermitente blinker; internet internet
interprete interpreter; interrumpir interrupt disconnect cut; interruptor switch; intestino intestine bowel; introducir enter insert; inundacion flood
inutil useless; invalido invalid; inversion investment; invertir invest; investigar investigate; invierno winter; invitado guest; invitar invite
inyeccion injection shot; isla island; itinerario itinerary route; izquierda left; izquierdo left; jabon soap; jamon ham; jarabe syrup
jardin garden yard; jardinero gardener; jarra jug; jaula cage; jefa boss; jefe boss head; jornada day workday hours; joven young; joya jewel
jubilacion retirement pension; jubilado retired; jubilarse retire; judia bean; juego game; jueves thursday; juez judge; jugador player; jugar play
jugo juice; juguete toy; juicio trial judgment; junta board meeting; jurado jury; jurar swear; justicia justice; justificante proof receipt note
justificar justify; justo fair; juventud youth; juzgado court; juzgar judge; kilo kilogram; kilometro kilometer mile; labio lip; labor work
laborable working business; laboral labor work; laboratorio laboratory lab; lado side; ladrar bark; ladrillo brick; ladron thief; lago lake
lagrima tear; lampara lamp; lana wool; lapiz pencil; largo long; lata can; lavable washable; lavabo sink washbasin; lavadora washer laundry
lavanderia laundry; lavar wash; lavavajillas dishwasher; lazo bow; leche milk; lechuga lettuce; lector reader; lectura reading; legal legal
legumbre legume; lejia bleach; lengua tongue language; lenguado sole; lente lens; lenteja lentil; lentilla lens; lento slow; lesion injury
letra letter; levantar lift raise; ley law; libertad freedom; libra pound; libre free; libreria bookstore; libreta notebook passbook; libro book
licencia license leave permit; licor liquor; lider leader; ligero light; lima lime; limite limit; limon lemon; limpiar clean; limpieza cleaning
limpio clean; linea line; linterna flashlight torch; liquidacion settlement; liquido liquid fluid; liso smooth; lista list; listo ready; litera bunk
litro liter; llamada call; llamar call; llano flat; llanta tire; llave key; llegada arrival; llegar arrive; llenar fill; lleno full
llevar carry take wear bring; llorar cry; llover rain; lluvia rain; lobo wolf; local premises local; localidad seat town; localizar locate; loco crazy
loteria lottery; lucha fight; lugar place; lujo luxury; luna moon; luz light electricity power; madera wood; madre mother; madrugada dawn
maestra teacher; maestro teacher; magia magic; maiz corn; maleta suitcase luggage bag; maletero trunk; malgastar waste; maltrato abuse
mamografia mammogram; manana morning tomorrow; mancha stain spot; manchar stain; mandar send order; mando remote; manejar drive handle; manera way
manga sleeve; manguera hose; mano hand; manta blanket; manteca lard; mantel tablecloth; mantener keep maintain; mantenimiento maintenance
mantequilla butter; manual manual; manzana apple block; mapa map; maquillaje makeup; maquina machine; mar sea; marca brand mark; marcar dial mark
marcha march gear; marcharse leave; marco frame; marea tide; mareado dizzy; mareo dizziness; margen margin; marido husband; marinero sailor
marisco seafood shellfish; marron brown; martillo hammer; masa dough mass; masaje massage; mascara mask; mascarilla mask; mascota pet animal
masticar chew; matar kill; materia subject matter; material material supplies; matricula tuition registration plate; matrimonio marriage couple
maximo maximum; mayor older elderly greater; mayoria majority; mecanico mechanic; mediador mediator; mediano medium; medianoche midnight
medicamento medicine medication drug; medicina medicine; medico doctor physician medical; medida measure measurement size; medio half middle means
mediodia noon midday; medir measure; mejilla cheek; mejillon mussel; mejora improvement; mejorar improve; melocoton peach; memoria memory
menor minor younger less; mensaje message; mensajero courier; mensual monthly; mensualidad payment; mente mind; mentir lie; mentira lie
menu menu meal; mercado market; mercancia goods; merecer deserve; merienda snack; merluza hake; mermelada jam; mes month; mesa table; meta goal
metal metal; meter put; metodo method; metro meter subway; mezcla mixture; mezclar mix; miedo fear; miel honey; miembro member; miercoles wednesday
migrana migraine; milagro miracle; militar military; minimo minimum; ministerio ministry; minuto minute; mirar look watch; misa mass; mitad half
mochila backpack; moda fashion; modelo model form; modificar modify change; modo mode way; mojado wet; mojar wet soak; molestar bother disturb
molestia discomfort nuisance; momento moment; moneda coin currency; monitor instructor monitor; montana mountain; montar ride assemble mount
monton pile; mordedura bite; morder bite; morir die; mosca fly; mosquito mosquito; mostrador counter desk; mostrar show; motivo reason cause
moto motorcycle; motocicleta motorcycle; motor engine motor; mover move; movil mobile cellphone phone; movimiento movement transaction; muchacho boy
mudanza move moving; mudarse move; mueble furniture; muela molar tooth; muelle dock spring; muerte death; muerto dead; muestra sample
mujer woman wife; muleta crutch; multa fine penalty; mundo world; muneca wrist doll; municipal municipal; municipio municipality; muro wall
musculo muscle; museo museum; musica music; muslo thigh; mutua mutual; nacer born; nacido born; nacimiento birth; nacional national
nacionalidad nationality; nadador swimmer; nadar swim; naranja orange; nariz nose; nata cream; natacion swimming; natural natural; naturaleza nature
nausea nausea; navaja knife; nave ship warehouse; navegador browser; navidad christmas; necesario necessary; necesidad need; necesitar need
negar deny refuse; negocio business; negro black; nervio nerve; nervioso nervous; neto net; neumatico tire; neumonia pneumonia; nevar snow
nevera refrigerator fridge; nido nest; niebla fog; nieta granddaughter; nieto grandson; nieve snow; nina girl child; nino boy child; nivel level
noche night; nocturno night; nombrar name appoint; nombre name; nomina payroll salary payslip; norma rule; norte north; nota note grade mark
notar notice; notario notary; noticia news; notificar notify; novedad news; novia girlfriend bride; novio boyfriend groom; nube cloud; nublado cloudy
nudo knot; nuera daughter; nuez nut walnut; numero number; nunca never; obedecer obey; objetivo goal; objeto object item; obligacion obligation duty
obligar force; obligatorio mandatory compulsory required; obra work construction play; obrero worker; observar observe; obtener obtain get
ocasion occasion; ocio leisure; octubre october; ocupado busy occupied; ocupar occupy; ocurrir happen; odio hate; oeste west; ofender offend
oferta offer; oficial official; oficina office; oficio trade; ofrecer offer; oido ear hearing; ojo eye; ola wave; oler smell; olla pot
olor smell odor; olvidar forget; ombligo navel; opcion option; operacion operation surgery; operar operate; opinion opinion; oponer oppose
oposicion exam opposition; optica optician; opuesto opposite; orden order; ordenador computer; ordenar order tidy; oreja ear; organizar organize
orgullo pride; orientacion guidance; origen origin; orilla shore; orina urine; orinar urinate; oro gold; oscuro dark; oso bear; otono autumn
oveja sheep; oxigeno oxygen; paciente patient; padecer suffer; padre father; padres parents; padrino godfather; pagar pay; pagina page; pago payment
pais country; paisaje landscape; pajaro bird; pala shovel; palabra word; palacio palace; palo stick; pan bread; panaderia bakery; panal diaper
pano cloth; pantalla screen; pantalon trousers pants; panuelo handkerchief scarf; papa potato pope; papel paper; papeleo paperwork; papelera bin
paquete package parcel; parabrisas windshield; parada stop; paraguas umbrella; parar stop; parcela plot; pared wall; pareja couple partner
pariente relative; paro unemployment; parque park; parrafo paragraph; parrilla grill; parte part report; participar participate
particular private individual; partida departure certificate; partido match party game; partir leave split; parto birth delivery; pasajero passenger
pasaporte passport; pasar pass spend happen; pasatiempo hobby; pascua easter; pasear walk; paseo walk; pasillo corridor hallway; paso step passage
pasta pasta paste; pastel cake; pastilla pill tablet; pata leg; patada kick; patata potato; patinar skate; patio courtyard yard; pato duck
patrimonio heritage wealth; patron employer pattern; paz peace; peaje toll; peaton pedestrian; pecho chest breast; pedazo piece; pediatra pediatrician
pedido order; pedir ask request order; pegamento glue; pegar hit stick; peinar comb; pelar peel; pelea fight; pelicula film movie; peligro danger
peligroso dangerous; pelo hair; pelota ball; peluqueria hairdresser salon; peluquero hairdresser barber; pena penalty sorrow
pendiente pending outstanding earring; pensar think; pension pension; percha hanger; percibir receive; perder lose miss; perdida loss; perdon pardon
pereza laziness; perezoso lazy; perfecto perfect; periodico newspaper; periodista journalist; periodo period; perito adjuster expert; perjudicar harm
perjuicio damage loss; permanecer stay remain; permanencia stay commitment; permiso permission permit leave; permitir allow permit; perra dog
perro dog; persiana blind shutter; persona person; personal staff personal; pertenecer belong; pesadilla nightmare; pesado heavy; pesar weigh
pesca fishing; pescado fish; pescar fish; peso weight; pestillo latch; pez fish; picadura sting bite; picante spicy hot; picar itch sting
picazon itch; pico peak; pie foot; piedra stone; piel skin; pierna leg; pieza piece part; pila battery sink; piloto pilot; pimienta pepper
pimiento pepper; pina pineapple; pincho skewer; pino pine; pinon pine; pintar paint; pintor painter; pintura paint; pinza clamp peg
piscina pool swimming; piso apartment flat floor; pista track clue court; pizarra blackboard; placa panel plate sign; placer pleasure; plan plan
plancha iron grill; planchar iron; planeta planet; planificar plan; planta plant floor; plata silver; plataforma platform; platano banana
plato dish plate; playa beach; plaza square place space; plazo deadline term installment; plomo lead; pluma pen feather; poblacion population town
pobre poor; poder power; podrido rotten; poesia poetry; policia police; politica politics policy; poliza policy; pollo chicken; polvo dust powder
pomada ointment; poner put place; porcentaje percentage; porcion portion serving; portal doorway; portatil laptop portable; portero doorman goalkeeper
poseer own; posible possible; posponer postpone; postal postcard; postre dessert; potable drinking; potencia power; pozo well
practica practice internship; practicar practice; precaucion caution precaution; precio price; preciso precise; preferir prefer; pregunta question
preguntar ask; premio prize award; prenda garment; prensa press; preocupar worry; preparar prepare; presentacion presentation
presentar submit present file; presente present; presidenta president; presidente president chairman; presion pressure; prestacion benefit
prestamo loan; prestar lend; presupuesto budget estimate quote; prevenir prevent; previo previous prior; prima premium cousin; primavera spring
primo cousin; principal main; principio beginning principle; prisa hurry; prision prison; privado private; probar try test taste; problema problem
procedimiento procedure; proceso process; producir produce; producto product; profesor teacher professor; profesora teacher professor; profundo deep
programa program schedule; progreso progress; prohibido forbidden prohibited; prohibir prohibit forbid ban; promedio average; promesa promise
prometer promise; promocion promotion; pronostico forecast prognosis; pronto soon; propiedad property ownership; propietario owner; propina tip
propio own; proponer propose; proporcionar provide; proposito purpose; propuesta proposal; prorroga extension; prorrogar extend; prospecto leaflet
proteccion protection; proteger protect; protesta protest; provecho benefit; proveedor supplier provider; provincia province; provocar cause
proximo next; proyecto project; prudente prudent; prueba test proof trial; psicologo psychologist; publico public; pueblo village town; puente bridge
puerta door gate; puerto port harbor; puesto job position stall; pulga flea; pulgada inch; pulmon lung; pulmonia pneumonia; pulpo octopus
pulsar press; pulsera bracelet; pulso pulse; punado handful; punto point stitch; puntual punctual; pupila pupil; pure puree; queja complaint
quejarse complain; quemadura burn; quemar burn; querer want love; queso cheese; quiebra bankruptcy; quimico chemical; quincena fortnight
quiosco kiosk; quirofano operating surgery; quitar remove; quiza perhaps; rabia rage rabies; racha streak; racion portion; radiador radiator
radio radio; radiografia xray; raiz root; rama branch; ramo bouquet; rana frog; rapido fast quick; raro rare strange; rascar scratch; rasgo trait
rata rat; rato while; raton mouse; raya line; rayo ray lightning; raza race breed; razon reason; reaccion reaction; realizar perform carry
rebaja discount sale; rebajar reduce discount; rebanada slice; recado errand message; recambio spare replacement; recargo surcharge late
recepcion reception; receta recipe prescription; recetar prescribe; rechazar reject refuse decline; recibir receive; recibo receipt bill
reciclaje recycling; reciclar recycle; reclamacion complaint claim; reclamar claim; recluta recruit; recoger collect pick; recogida collection pickup
recomendacion recommendation; recomendar recommend; recompensa reward; reconocer recognize; reconocimiento checkup recognition
recordar remember remind; recordatorio reminder; recorrido route tour; recorte cut; recreo recess break; recto straight; recuerdo memory souvenir
recuperar recover; recurrir appeal; recurso appeal resource; red network; redondo round; reducir reduce; reembolsar refund reimburse
reembolso refund reimbursement; reemplazar replace; referencia reference; reforma renovation reform; refresco soda drink; refrigerar refrigerate
refugio shelter; regalar give; regalo gift present; regar water; regimen diet; regional regional; registrar register; registro registration register
regla rule ruler period; regresar return; regreso return; rehabilitacion rehabilitation; reina queen; reino kingdom; reir laugh
relacion relation relationship; relajar relax; religion religion; rellenar fill complete; relleno filling; reloj watch clock; remedio remedy
remitente sender; remojar soak; remolque trailer tow; remover stir; rendimiento performance; renovacion renewal; renovar renew; renta income rent
renunciar resign waive; reparacion repair; reparar repair fix; repartir deliver distribute; reparto delivery; repasar review; repente sudden
repetir repeat; repollo cabbage; reposar rest; reposo rest; representante representative; requerir require; requisito requirement; resaca hangover
resbalar slip; rescatar rescue; rescindir terminate; reserva reservation booking; reservar book reserve; resfriado cold; residencia residence home
residente resident; residuo waste residue; resolver resolve solve; respaldo support backup; respetar respect; respirar breathe
responder answer respond; responsabilidad liability responsibility; responsable responsible manager; respuesta answer reply; resta subtraction
restaurante restaurant; resto rest leftover; resultado result; resumen summary; retencion withholding; retener withhold; retirada withdrawal
retirar withdraw remove; retrasar delay; retraso delay late; retrato portrait; reunion meeting; reunir meet gather; revisar check review
revision review checkup inspection; revista magazine; rey king; rezar pray; rico rich tasty; riego irrigation watering; riesgo risk; rincon corner
rinon kidney; rio river; riqueza wealth; risa laughter; ritmo rhythm rate; robar steal rob; robo theft robbery; roca rock; rodear surround
rodilla knee; rogar beg; rojo red; rollo roll; romper break; roncar snore; ronda round; ropa clothes clothing; rosa pink rose; roto broken
rotulo sign; rozar graze; rubio blond; rueda wheel tire; ruido noise; ruidoso noisy loud; ruina ruin; rumbo course; ruta route; sabana sheet
saber know; sabor flavor taste; sabroso tasty; sacar remove take; saco sack bag; sagrado sacred; sal salt; sala room hall; salado salty
salario salary wage pay; saldo balance; salida exit departure; salir leave exit; salon lounge living; salsa sauce; saltar jump; salto jump
salud health; saludable healthy; saludar greet; salvar save; salvavidas lifeguard; sanar heal; sancion penalty fine sanction; sandalia sandal
sangrar bleed; sangre blood; sanidad health; sanitario health sanitary; sano healthy; sarampion measles; sarten pan; sastre tailor
satisfecho satisfied; secador dryer; secadora dryer; secar dry; seccion section; seco dry; secretaria secretary office; secreto secret; sector sector
secundario side secondary; sed thirst; seda silk; sede headquarters office; seguir follow continue; segundo second; seguridad security safety
seguro insurance safe sure; seleccionar select; sello stamp seal; semaforo light traffic; semana week; semanal weekly; sembrar plant
semestre semester; semilla seed; sencillo simple single; sendero trail path; sensible sensitive; sentar sit; sentencia ruling sentence; sentido sense
sentimiento feeling; sentir feel; separar separate; septiembre september; sequia drought; serie series; serio serious; serpiente snake
servicio service restroom; servilleta napkin; servir serve; sesion session; seta mushroom; seto hedge; sexo sex; siesta nap; siglo century
significado meaning; signo sign; siguiente next following; silencio silence quiet; silla chair; sillon armchair; simple simple; sindicato union
siniestro claim accident loss; sintoma symptom; sistema system; sitio place site; situacion situation; sobra surplus; sobrar left; sobre envelope
sobrepeso overweight; sobrina niece; sobrino nephew; sociedad society company; socio member partner; socorrista lifeguard; socorro help
sofa sofa couch; sol sun; solar solar; soldado soldier; soledad loneliness; solicitante applicant; solicitar request apply
solicitud application request; solo alone only; soltero single; solucion solution; sombra shade shadow; sombrero hat; sombrilla umbrella
sonar ring sound dream; sonido sound; sonrisa smile; sopa soup; soplar blow; soportar bear; sordo deaf; sorpresa surprise; sorteo raffle draw
sospechar suspect; sotano basement; suave soft mild; subida increase rise; subir raise increase climb; subsidio subsidy benefit
subvencion grant subsidy; suceder happen; sucio dirty; sucursal branch; sudar sweat; sudor sweat; suegra mother; suegro father; sueldo salary pay wage
suelo floor ground; suelto loose; sueno sleep dream; suerte luck; suficiente enough sufficient; sufrir suffer; sugerir suggest; suma sum; sumar add
suministrar supply; suministro supply; superar exceed overcome; superficie area surface; superior upper higher; supermercado supermarket grocery
suplente substitute; suponer suppose; sur south; surtido assortment; suscripcion subscription; suspender suspend fail; suspension suspension
sustituir replace substitute; sustituto substitute; susto scare; tabaco tobacco; tabla table board; tableta tablet; taburete stool; tacon heel
tacto touch; taladro drill; talla size; taller workshop garage; talon heel check; tamano size; tambor drum; tapa lid cover; tapar cover
tapon plug cap; taquilla locker ticket; tardar take delay; tarde afternoon evening late; tarea task homework; tarifa rate fare tariff fee
tarjeta card; tarro jar; tarta cake; tasa fee tax rate; tasacion appraisal; taxi taxi cab; taza cup; te tea; teatro theater; techo roof ceiling
tecla key; teclado keyboard; tecnico technician technical; tejado roof; tejido fabric tissue; tela fabric cloth; telefono telephone phone
teletrabajar telecommute remote home; teletrabajo telecommuting remote home; television television tv; televisor television tv; tema topic subject
temblar tremble; temor fear; temperatura temperature; templado lukewarm warm; temporada season; temporal temporary storm; temprano early; tenedor fork
tension tension pressure; terapia therapy; termico thermal; terminar finish end; termino term end; termo thermos heater; termometro thermometer
ternera beef veal; terraza terrace balcony; terremoto earthquake; terreno land; testamento will; testigo witness; tia aunt; tibio lukewarm
ticket receipt ticket; tiempo time weather; tienda store shop tent; tierra earth land; tijeras scissors; timbre bell; tinta ink; tintoreria cleaners
tio uncle; tirar throw pull discard; titular holder owner; titulo degree title; toalla towel; tobillo ankle; tocar touch play; tomate tomato
tono tone; tonto stupid; tormenta storm; torneo tournament; tornillo screw; torre tower; tos cough; toser cough; tostada toast; tostar toast
total total; trabajador worker employee; trabajar work; trabajo work job; traduccion translation; traducir translate; traductor translator
traer bring; trafico traffic; tragar swallow; traje suit costume; tramite procedure formality; tramo section bracket; tranquilo calm quiet
transferencia transfer; transporte transport transportation; trapo rag; trasladar transfer move; traslado transfer move; trastero storage
tratamiento treatment; tratar treat; trato deal treatment; travieso naughty; trayecto journey; tren train; tribunal court; trimestre quarter
triste sad; triunfo triumph; tropezar trip; trozo piece; trucha trout; trueno thunder; tuberia pipe; tubo tube pipe; tumba grave; tumbar lie
tunel tunnel; turismo tourism; turista tourist; turno shift turn; tutor tutor guardian; ubicacion location; ultimo last; umbral threshold; una nail
unico only unique; unidad unit; uniforme uniform; union union; unir join; universidad university college; universitario university; urbano urban
urgencia emergency; urgente urgent; usar use; uso use; usuario user; util useful; utilizar use; uva grape; vaca cow; vacaciones vacation holiday
vacante vacancy; vaciar empty; vacio empty; vacuna vaccine vaccination; vacunar vaccinate; vagon carriage wagon; vajilla dishes; vale voucher
valer cost worth; valido valid; valiente brave; valija suitcase; valla fence; valle valley; valor value; vapor steam; vaquero jeans; variar vary
variedad variety; varon male; vaso glass cup; vecindario neighborhood; vecino neighbor; vegano vegan; vegetal vegetable; vegetariano vegetarian
vehiculo vehicle car; vejez old; vela candle sail; velocidad speed; vena vein; vencer expire due; vencimiento expiry due maturity; venda bandage
vendaje bandage; vendedor seller salesman; vender sell; veneno poison; venganza revenge; venta sale; ventaja advantage; ventana window
ventanilla window counter; ventilador fan; ventilar ventilate; verano summer; verbo verb; verdad truth; verde green; verdura vegetable
verguenza shame; verificar verify; verja gate; verruga wart; version version; vertedero landfill dump; vespertino evening; vestido dress
vestir dress wear; vestuario locker changing; veterinario veterinarian vet; via track route; viajar travel; viaje trip travel journey
viajero traveler passenger; vias tracks; vicio vice; victima victim; vida life; video video; vidrio glass; vieja old; viejo old; viento wind
vientre belly; viernes friday; vigencia validity; vigente valid current; vigilancia surveillance security; vigilante guard; vigilar watch monitor
vinagre vinegar; vino wine; violencia violence; virus virus; visado visa; visible visible; visita visit visitor; visitar visit
vista view sight hearing; vitamina vitamin; vitroceramica stove cooktop; viuda widow; viudo widower; vivienda housing home dwelling; vivir live
vivo alive; volante wheel referral; volar fly; volcar overturn; voluntad will; voluntario volunteer voluntary; volver return; vomitar vomit
vomito vomit; votar vote; voto vote; voz voice; vuelo flight; vuelta return turn; vuelto change; yerno son; yeso plaster cast; yogur yogurt
zanahoria carrot; zapatilla sneaker slipper; zapato shoe; zona area zone; zorro fox; zumo juice`

let spanish: Map<string, Set<string>> | undefined
let english: Map<string, Set<string>> | undefined

function read(): void {
  spanish = new Map()
  english = new Map()
  const add = (map: Map<string, Set<string>>, from: string, to: string) => {
    const known = map.get(from)
    if (known) known.add(to)
    else map.set(from, new Set([to]))
  }
  for (const entry of GLOSSARY.split(/[;\n]/)) {
    const [word = '', ...meanings] = entry.trim().split(' ')
    for (const meaning of meanings) {
      const [one, other] = [stemOf(word, 'es'), stemOf(meaning, 'en')]
      add(spanish, one, other)
      add(english, other, one)
    }
  }
}

/** Returns stems of the other language that a stem may mean. @param language of the stem */
export function meaningsOf(stem: string, language: Language): string[] {
  if (!spanish || !english) read()
  return [...((language === 'es' ? spanish : english)?.get(stem) ?? [])]
}
