import type { Place, Sign } from '../document/term-domain.ts'

/** Patterns for the folded text of a question, in English and Spanish. */
const WISHES = {
  when: /\b(?:when|what (?:date|day|time|year)|which (?:day|date)|how soon|by when|until when|deadline|due date|what are the hours|cuando|que (?:dia|fecha|hora)|a que hora|hasta cuando|fecha|plazo)\b/,
  next: /\b(?:next|upcoming|proxim[oa]s?|siguientes?|when (?:do|will|can|am|are) (?:i|we) (?:see|seeing|going|meet|meeting|have|come|coming)\b(?! to)|cuando (?:la|lo|le) veo|cuando (?:vuelvo|me toca|nos toca))\b/,
  duration:
    /\b(?:how (?:long|often|many (?:days|weeks|months|years|hours|minutes|times))|cuanto (?:tiempo|dura|tarda)|cada cuanto|cuant[oa]s (?:dias|semanas|meses|anos|horas|minutos|veces)|(?:con que) frecuencia)\b/,
  name: /\p{L}['’]s (?:first |last |full )?name\W*$|\bcomo se llama (?:mi|el|la|nuestr[oa]) \p{L}+\W*$/u,
  who: /\b(?:who|whom|whose|name of|which (?:doctor|person|teacher|nurse|dentist|surgeon|specialist|therapist|midwife|lawyer|agent)|quien|quienes|nombre de|como se llama)\b/,
  amount:
    /\b(?:how (?:much|high|low|big|large|heavy|hot)|what(?:'s| is| was| does| are| were)? (?:the |my )?(?:\p{L}+ ){0,2}(?:cost|price|fee|amount|total|rent|dose|dosage|deposit|deductible|copay|premium|salary|balance|temperature|rate|charge)|the most (?:i|we|you|they) (?:can|could|get|pay|will)|cost|price|fees?|dues|owe|cuotas?|tarifas?|cuanto|cuanta|precio|cuesta|importe|debo(?! \p{L}+r)|dosis)\b/u,
  count: /\b(?:how many|number of|cuant[oa]s)\b/,
  phone:
    /\b(?:(?:tele)?phone numbers?|^\W*phone|what(?:'s| is)? (?:the )?(?:phone|number)|which number|number (?:of|for|to|do|can|should)|(?:who|where|whom|what) (?:do|can|should|must) (?:i|we) (?:call|ring|phone|contact|reach)|how (?:do|can|should) (?:i|we) (?:reach|contact|call)|contact|telefono|(?:a quien|donde|a que numero) (?:llamo|llamar|puedo llamar|debo llamar)|contactar|llamar)\b/,
  email: /\b(?:e-?mail|correo)\b/,
  where:
    /\b(?:where|address|location|which (?:room|floor|building|hospital|clinic|pharmacy)|donde|direccion|ubicacion)\b/,
  list: /\b(?:what all|what (?:is|are) not|what (?:do|does|did|should|must|will) (?:\p{L}+ ){1,3}(?:have to|need to|need|bring|send|pack|buy|wear|avoid|submit|provide|include|get)|what(?:'s| is)n?'?t? (?:excluded|included|covered)|list|all (?:of )?(?:my|the)|every|everything|which|what (?:are|were|other|kinds?|types?|else|(?:should|must|do|does|can|will) (?:i|we|he|she|they|you|it|my \p{L}+|our \p{L}+) (?:need|have to|bring|avoid|do|watch|pack|buy|wear|include)|do i (?:need|have to)|not to|can'?t i|foods?|\p{L}{3,}s\b)|cuales|que \p{L}{2,}s\b|todos|todas|lista|enumera|que (?:debo|debe|deben|tengo que|tiene que|tienen que|hay que|necesit[oa]n?|hace falta))\b/u,
  level:
    /\b(?:(?:too|is|are|was|were|be|be) (?:\p{L}+ ){0,4}(?:high|low|normal|abnormal|elevated|ok|okay|fine|good|bad|in range|out of range|healthy)|high or low|\p{L}*normal|levels?|results?|value|(?:muy |demasiado )?(?:alt[oa]s?|baj[oa]s?|elevad[oa]s?)|normal(?:es)?|fuera de rango)\b/u,
  flags:
    /\b(?:not normal|abnormal|out(?:side)? (?:of )?(?:the |its |their )?(?:normal |reference )?range|flagged|flags|too (?:high|low)$|high or low|anormal(?:es)?|fuera de(?:l)? rango|alterad[oa]s?|no (?:son|es|estan|esta) normal(?:es)?)\b|(?:what|which|anything|something|que|algo|alg[uú]n[oa]?s?)\b.*\b(?:high|low|wrong|elevated|alt[oa]s?|baj[oa]s?|mal)\b/,
  summary:
    /\b(?:summar\p{L}+|overview|sum (?:it |this |that )?up|recap|(?:main|key|most important|important) (?:points?|facts?|things?)|highlights|bottom line|tl;?dr|gist|in (?:short|brief|a nutshell|plain english|simple (?:terms|words))|short version|(?:explain|describe|break down|walk me through|go over|tell me about) (?:this|the|my|these|it)(?: \p{L}+){0,3}\W*$|what (?:do|should|must) i (?:need to )?know\W*$|what(?:'s| is) important\W*$|what does (?:it|this|that|the \p{L}+|my \p{L}+|this \p{L}+) (?:say|mean|tell me)\W*$|what(?:'s| is) (?:it|this|that) (?:all )?about|what(?:'s| is| does)? (?:this|the|my) \p{L}*\s?(?:document|file|letter|report|paper|pdf|about)(?: about| say)?\??$|what(?:'s| is| was) (?:this|the|that|my|our) (?:[\p{L}'’-]+ ){1,7}about\W*$|what (?:does|do|did) (?:the|my|this|our) (?:\p{L}+ ){1,3}(?:want|write)(?: (?:from|to) (?:me|us))?\W*$|why did (?:the|my|our) (?:\p{L}+ ){1,3}write(?: to)?(?: me| us)?\W*$|que (?:quiere|pide) (?:de mi |de nosotros )?(?:el|la|mi|est[ea]) \p{L}+\W*$|what(?:'s| is) in (?:this|the|my)|resum\p{L}+|de que (?:trata|va|habla)|(?:puntos|lo mas|que es lo) (?:principales|importantes?|esencial(?:es)?)|lo (?:esencial|importante|principal)|en (?:pocas palabras|breve|corto)|(?:explica(?:me)?|describe(?:me)?|cuenta(?:me)?) (?:est[ea]|el|la|mi|lo)(?: \p{L}+){0,3}\W*$|que (?:dice|pone|cuenta|hay en) (?:aqui|est[ea](?: \p{L}+)?|(?:el|la|mi) \p{L}+)\W*$)(?!\p{L})/u,
  may: /^(?:\W*(?:and |but |y |pero ))?\W*(?:can|may|could|should|am|are|is|do|does|must|will|would|if|when can|puedo|se puede|me puedo|debo|tengo|puede|pueden|esta|hay que|es)\b|\b(?:can|may|should|could) (?:i|we|he|she|they|my)\b|\bpuedo\b|\bse puede\b|\ballowed\b/,
  steps:
    /\b(?:how (?:do|can|should|to|would)|what (?:do|should|must|can) (?:i|we|you) (?:\p{L}+ ){0,2}do\b|what now|what happens|explain|steps|como (?:se|puedo|debo|hago|tengo)|que (?:hago|hacemos|debo hacer|tengo que hacer|hay que hacer)|que pasa|explica)\b/u,
} satisfies Record<string, RegExp>

/** What a question wants to know. */
export type Wish = keyof typeof WISHES

/** The signs in a text that fulfill a wish. */
export const SIGNS_OF: Partial<Record<Wish, Sign[]>> = {
  when: ['date', 'time', 'duration'],
  next: ['date', 'time'],
  duration: ['duration', 'date'],
  who: ['person'],
  amount: ['money', 'dose', 'percent', 'number'],
  count: ['number'],
  phone: ['phone'],
  email: ['email'],
  name: ['person'],
  where: ['address'],
  level: ['flag', 'number'],
}

/** What an answer must have, by the folded text of a question. */
const NEEDS: [RegExp, RegExp][] = [
  // A price needs an amount of money, or a word that it is free.
  [
    /\bhow much (?:(?:do|does|did|will|would|must|should|can) )?(?:\p{L}+ ){0,6}?(?:cost|costs|pay|paid|owe|owed|charged?|earn|get paid|worth)\b|\bwhat(?:'s| is| was| does| did| are| were)? (?:the |my |our )?(?:\p{L}+ ){0,3}(?:costs?|price|fees?|rent|salary|fare)\b|\b(?:cuanto|que) (?:me |nos |le )?(?:cuesta|costo|cuestan|vale|valen|pago|pagamos|pague|cobro|cobran?|cobrare|pagare|debo|hay que pagar|tengo que pagar)\b|\b(?:precio|coste) (?:de|del)\b/u,
    /[$€£¥]|\d ?%|\b\d[\d.,]*\s?(?:dollars?|euros?|usd|eur|cents?|dolares|pesos|centimos|por ciento|percent)\b|\b(?:euros?|dollars?|dolares|free|no (?:charge|cost|fee)|nothing|none|never|included|waived|half|third|quarter|both|covers?|covered|gratis|gratuit[oa]s?|sin (?:coste|cargo)|nada|ningun[oa]?|incluid[oa]s?|mitad|\d+[.,]\d{2})\b/u,
  ],
  [
    /\b(?:what time|(?:a )?que hora)\b/,
    /\d{1,2}[:.h]\d{2}|\d ?(?:a\.?m\b|p\.?m\b|h\b|o.?clock)|\b(?:noon|midnight|midday|mediodia|medianoche|a las? \p{L}{2,6}|hours?|horas?)\b/u,
  ],
  // A past date needs a day, not how long something takes.
  [
    /\b(?:when|what (?:day|date|year)) (?:did|was|were|had)\b|\bcuando (?:(?:me|nos|te|le|les|se|lo|la) ){0,2}(?:fue|fui|era|hice|hizo|puso|puse|tuve|tuvo|dio|di|\p{L}+(?:aron|ieron|aste|iste))\b/u,
    /\d{1,2}[/.]\d|\d{4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|set|dic)\p{L}*\.?(?: de)? \d|\d (?:de |of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|set|dic)|day\b|\b(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b/u,
  ],
  [
    /\b(?:how (?:much|many)|cuant[oa]s?|what(?:'s| is| was| does| did) (?:the |my |our )?(?:\p{L}+ ){0,2}(?:cost|price|fee|rent|salary|balance)|(?:cost|price|precio|coste) (?:of|de))\b(?! (?:long|tiempo))/u,
    new RegExp(
      String.raw`\d|\b(?:${'free|no (?:charge|cost|fee|limit)|nothing|none|never|included|waived|half|third|quarter|both|pinch|handful|gratis|gratuit[oa]|sin (?:coste|cargo|limite)|nada|ningun[oa]?|incluid[oa]|mitad|medi[oa]|ambos|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|docena|veinte|treinta'})\b`,
      'u',
    ),
  ],
]

/** Finds the wishes of a question. @param plain its folded text */
export function wishesOf(plain: string): Set<Wish> {
  const found = Object.entries(WISHES).filter(([, pattern]) => pattern.test(plain))
  const wishes = new Set(found.map(([wish]) => wish as Wish))
  if (CONDITION.test(plain)) {
    wishes.delete('when')
    wishes.add('list')
  }
  // `How often can I take it?` asks how often. `May she take her phone?` does not ask for a number.
  if (YES_NO.test(plain)) wishes.delete('phone')
  if (MEASURED.some((wish) => wishes.has(wish))) wishes.delete('may')
  return wishes
}
const YES_NO =
  /^\W*(?:can|may|is|are|do|does|did|should|must|puedo|puede|pueden|debo|debe|es|esta|tiene|tengo|hay)\b(?!.*\b(?:number|numero|call|llamar?|llamo)\b)/
const MEASURED: Wish[] = ['duration', 'amount', 'count', 'who', 'phone', 'email']

/** Finds what a question asks for that papers have a section for: when to call for help, what to do. */
export function placesOf(plain: string): Place[] {
  return CONDITION.test(plain) ? ['warning'] : TO_DO.test(plain) ? ['task'] : []
}
const TO_DO =
  /^\W*(?:so |and |y |entonces )?(?:what (?:(?:do|should|must|can) (?:i|we) (?:have to |need to )?do|am i supposed to do|are we supposed to do|now|next)|what (?:are|is) (?:my|our|the) next steps?|que (?:(?:tengo|tenemos|hay) que hacer|debo hacer|debemos hacer|hago|hacemos)|y ahora que)(?: (?:now|next|first|about (?:it|this|that)|ahora|primero))?\W*$/

/** Returns what the text of an answer must have, whatever it is about. @param plain the folded text of a question */
export const needsOf = (plain: string): RegExp[] =>
  NEEDS.filter(([asking]) => asking.test(plain)).map(([, answer]) => answer)

/** Asks for signs or conditions, not for a day: `When should I go to the emergency room?` */
const CONDITION =
  /\b(?:when (?:should|do|must|would) (?:i|we) (?:have to |need to )?(?:go to|go back to the (?:er|emergency|hospital|doctor|clinic)|call|contact|worry|be worried|come|see a|get help|seek)\b|(?:what|which) (?:symptoms|warning signs|danger signs|signs)\b|(?:que|cuales son los|cuales son las) (?:sintomas|senales|signos)\b|en que casos?\b|cuando (?:tengo que|tenemos que|debo|debemos|hay que|deberia) (?:ir|venir|llamar|acudir|preocuparme|avisar|consultar|volver al? (?:hospital|medic[oa]|urgencias|ambulatorio)|regresar))(?!.{0,40}\b(?:next|again|appointment|follow|pay|cita|consulta|revision|work|school|trabajo|colegio))/u
