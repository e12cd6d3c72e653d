import type { Language, Urgency, UrgentKind } from './domain.ts'

const HEAD: Record<Language, string> = {
  en: '**This may be an emergency. Call 911 now**, or your local emergency number. Do not wait for an answer here.',
  es: '**Esto puede ser una emergencia. Llame al 911 ahora**, o al número de emergencias de donde esté. No espere una respuesta aquí.',
}

/** Text for each kind, in the words of the services themselves (988lifeline.org, poison.org, thehotline.org). */
const SAID: Record<UrgentKind, Record<Language, string>> = {
  self_harm: {
    en: '**You do not have to go through this alone.** Call or text **988** now (Suicide & Crisis Lifeline: free, 24/7). If you or someone else is in danger right now, call **911**. If you can, stay with someone, and move away from anything you could use to hurt yourself.',
    es: '**No tiene que pasar por esto a solas.** Llame al **988** ahora y oprima 2 para español, o envíe AYUDA por mensaje de texto al 988 (gratis, día y noche). Si usted u otra persona está en peligro ahora mismo, llame al **911**. Si puede, quédese con alguien y aléjese de lo que pueda hacerle daño.',
  },
  violence: {
    en: '**If you are in danger now, call 911.** For help with violence at home, call **1-800-799-7233** or text START to 88788 (National Domestic Violence Hotline); after a sexual assault, call **1-800-656-4673**. Both are free, 24/7. It is not your fault. If someone might look at this device, delete this conversation and then close this page, which still shows its title.',
    es: '**Si está en peligro ahora, llame al 911.** Para ayuda con la violencia en casa, llame al **1-800-799-7233** o envíe START al 88788 (Línea Nacional contra la Violencia Doméstica); después de una agresión sexual, llame al **1-800-656-4673**. Son gratis, día y noche, también en español. No es su culpa. Si alguien pudiera ver este dispositivo, elimine esta conversación y luego cierre esta página, que todavía muestra su título.',
  },
  poisoning: {
    en: 'Poisoning or too much medicine: call Poison Control **1-800-222-1222** now (free, 24/7), even if there are no symptoms yet. Call **911** if the person has collapsed, has a seizure, has trouble breathing, or cannot be woken. Do not make anyone vomit. Keep the container with you.',
    es: 'Intoxicación o demasiado medicamento: llame a Control de Envenenamiento **1-800-222-1222** ahora (gratis, día y noche, también en español), aunque no haya síntomas. Llame al **911** si la persona se ha desplomado, convulsiona, respira con dificultad o no despierta. No provoque el vómito. Tenga el envase a mano.',
  },
  chest_pain: {
    en: 'Chest pain or pressure can be a heart attack. Sit down, do not drive yourself, and have someone stay with you.',
    es: 'El dolor o la presión en el pecho puede ser un infarto: siéntese, no maneje y que alguien se quede con usted.',
  },
  stroke: {
    en: 'A drooping face, a weak arm or leg, or slurred speech can be a stroke. Note when it started, and do not eat or drink.',
    es: 'La cara caída, un brazo o una pierna sin fuerza, o el habla arrastrada puede ser un derrame cerebral: anote la hora en que empezó, y no coma ni beba.',
  },
  anaphylaxis: {
    en: 'Swelling of the face or throat, or trouble breathing after a sting, food, or medicine, can be anaphylaxis. If there is an epinephrine auto-injector, use it right away, then call.',
    es: 'La hinchazón de la cara o la garganta, o la falta de aire tras una picadura, un alimento o un medicamento puede ser anafilaxia: use de inmediato un autoinyector de epinefrina si lo hay, y luego llame.',
  },
  breathing: {
    en: 'Someone who cannot breathe, is choking, or is turning blue needs help right away. The dispatcher will tell you what to do until help arrives.',
    es: 'Quien no puede respirar, se atraganta o se pone azul necesita ayuda de inmediato: en el 911 le dirán qué hacer hasta que llegue la ayuda.',
  },
  unconscious: {
    en: 'If someone is having a seizure or cannot be woken, lay them on their side if they are breathing, put nothing in their mouth, and stay with them.',
    es: 'Si alguien convulsiona o no despierta, póngalo de lado si respira, no le meta nada en la boca y quédese a su lado.',
  },
  bleeding: {
    en: 'Heavy bleeding: press firmly on the wound with a clean cloth, and do not let go until help arrives.',
    es: 'Sangrado fuerte: presione firmemente la herida con un paño limpio y no suelte hasta que llegue la ayuda.',
  },
  infant_fever: {
    en: "A fever of 100.4 °F (38 °C) or higher in a baby younger than 3 months is an emergency. Call the baby's doctor now, at any hour, or go to an emergency room. Call **911** if the baby is hard to wake, has trouble breathing, or is turning blue.",
    es: 'La fiebre en un bebé de menos de 3 meses (38 °C o 100.4 °F y más) es una emergencia: llame ahora al médico del bebé, a cualquier hora, o vaya a una sala de emergencias. Llame al **911** si cuesta despertarlo, respira con dificultad o se pone azul.',
  },
}

/** These texts already begin with who to call. */
const OF_THEIR_OWN = new Set<UrgentKind>(['self_harm', 'violence', 'poisoning', 'infant_fever'])

/** Says who to call, in Markdown. */
export function urgentText({ kinds, language }: Pick<Urgency, 'kinds' | 'language'>): string {
  const head = kinds.some((kind) => !OF_THEIR_OWN.has(kind)) ? [HEAD[language]] : []
  return [...head, ...kinds.map((kind) => SAID[kind][language])].join('\n\n')
}
