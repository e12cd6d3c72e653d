/** Facts about the operator that every part of the product may use. This file imports nothing. */

/** The support contact. Hours are Pacific wall time (booking.md section 9); Sunday is closed. */
export const SUPPORT = {
  phone: '(310) 555-0142',
  tel: '+13105550142',
  email: 'support@showingbooker.example',
  timeZone: 'America/Los_Angeles',
  /** Values by weekday, Sunday first. */
  hours: [
    null,
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '09:00', to: '18:00' },
    { from: '10:00', to: '16:00' },
  ],
}

/**
 * When we delete the data of people who began a booking and never paid, and data that only recent statistics or a
 * page's last state need.
 */
export const FORGOTTEN_AFTER_DAYS = 30
