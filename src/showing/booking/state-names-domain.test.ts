import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { bookingStatusName } from '../../notice/entry-notice/domain.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { PaymentState } from './contract.ts'
import { paymentName, STATUS_TONES } from './state-names-domain.ts'

test('every status has a name and the color from booking.md section 4', () => {
  assert.deepEqual(STATUS_TONES, {
    pending: 'waiting',
    confirmed: 'good',
    completed: 'info',
    cancelled: 'plain',
    no_show: 'bad',
    declined: 'bad',
  })
  for (const status of BookingStatus.options) assert.notEqual(bookingStatusName(status), status)
})

test('each state of the money has its own name in every language', () => {
  for (const language of LANGUAGES)
    inLanguage(language, () => {
      const names = PaymentState.options.map(paymentName)
      assert.equal(new Set(names).size, PaymentState.options.length, names.join())
      if (language === 'en') assert.deepEqual(names, PaymentState.options)
    })
})
