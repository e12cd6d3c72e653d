/** What the studio's credits cost, in US cents (studio.md section 9, decisions.md section 7); the one place. */
export const SUBSCRIPTION = { cents: 1000, credits: 20 }
export const CREDIT_PACK = { cents: 1000, credits: 20 }
