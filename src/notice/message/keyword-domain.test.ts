import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keywordOf } from './keyword-domain.ts'

const words: Record<'stop' | 'start' | 'help' | 'nothing', string[]> = {
  stop: [
    'STOP',
    ' stop. ',
    'Stop!',
    'STOPALL',
    'stop all',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'REVOKE',
    'OPT OUT',
    'opt-out',
    'optout',
    'Please stop',
    'stop texting me',
    "Don't text me",
    'don’t contact me again',
    'remove me',
    'I want to unsubscribe from this',
    'ＳＴＯＰ',
    'ALTO',
    'pare',
    'Cancelar',
    'No me manden más mensajes',
    'dejen de enviarme textos',
  ],
  start: ['START', 'unstop', 'Yes', 'opt in', 'ALTA'],
  help: ['HELP', 'info', 'Help?', 'Ayuda'],
  nothing: [
    '',
    'I will be late',
    'We stop by at noon',
    'Yes I will come',
    'The end is near',
    'Can I cancel the showing?',
    'No help needed',
    'No necesito ayuda',
    'Para mañana está bien',
    '👍',
  ],
}
for (const [keyword, texts] of Object.entries(words))
  test(`recognizes texts that ask for ${keyword}`, () => {
    for (const text of texts) assert.equal(keywordOf(text) ?? 'nothing', keyword, text)
  })
