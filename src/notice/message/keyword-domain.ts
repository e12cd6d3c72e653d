const STOP = /^(stop|stop ?all|unsubscribe|cancel|end|quit|revoke|opt[ -]?out|alto|pare|parar|baja|cancelar|detener)$/
/**
 * Any reasonable wording counts, not only the listed words (47 CFR 64.1200(a)(10)). "Please stop at the gate" is about a
 * place.
 */
const STOP_IN_WORDS =
  /\b(stop (texting|messaging|sending|contacting)|stop (all|the|these)( (the|these|your))? (texts?|messages?|msgs?|sms|reminders?)|stop these$|please stop(?! (by|at(?! once)|in|on|over|near|outside|for(?! good)|and)\b)|stop please|unsubscribe|opt(ing)?[ -]?(me )?out|remove me|(do not|don'?t) (text|message|contact)|no me (manden?|env[ií]en?|escriban?)( m[aá]s)?|dejen? de (mandar|enviar|escribir)(me)?|darme de baja)\b/
const START = /^(start|unstop|yes|opt[ -]?in|alta|comenzar|empezar)$/
const HELP = /^(help|info|ayuda)$/

/** Returns the keyword in an incoming text; null: it has none that we know. */
export function keywordOf(text: string): 'stop' | 'start' | 'help' | null {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/[^\p{L}\p{N}' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (STOP.test(words) || STOP_IN_WORDS.test(words)) return 'stop'
  if (START.test(words)) return 'start'
  return HELP.test(words) ? 'help' : null
}
