/** Whom to call or write to when something went wrong. */
export const SUPPORT = { phone: '(310) 555-0142', tel: '+13105550142' }
