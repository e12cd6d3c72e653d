/** What a showing costs, in US cents; the one place (decisions.md section 4). */
export const SHOWING_FEE_CENTS = 2500
export const DEMO_FEE_CENTS = 100
export const MAIL_UPGRADE_CENTS = 1000

/** What the booker pays, in US cents. */
export const priceOf = ({ isDemo, mailUpgrade }: { isDemo: boolean; mailUpgrade: boolean }): number =>
  (isDemo ? DEMO_FEE_CENTS : SHOWING_FEE_CENTS) + (mailUpgrade ? MAIL_UPGRADE_CENTS : 0)
