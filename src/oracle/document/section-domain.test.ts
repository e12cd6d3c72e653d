import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import { newOutline, unitsOf } from './section-domain.ts'

/** Returns kind, context, columns and text. */
const read = (text: string) =>
  unitsOf(text, newOutline()).map(({ kind, context, columns, start, end }) => [
    kind,
    context,
    columns,
    text.slice(start, end),
  ])

const TABLE: [string, string, string[][]][] = [
  [
    'headings carry their lines, whatever they look like',
    'DISCHARGE\n\nDIET\nNo alcohol for four weeks.\n\n## Follow-up\nClinic on May 3.\n\nWhat to bring:\n- your card\n- a list of pills',
    [
      ['heading', '', '', 'DISCHARGE'],
      ['heading', '', '', 'DIET'],
      ['sentence', 'DIET', '', 'No alcohol for four weeks.'],
      ['heading', '', '', '## Follow-up'],
      ['sentence', 'Follow-up', '', 'Clinic on May 3.'],
      ['heading', 'Follow-up', '', 'What to bring:'],
      ['item', 'Follow-up › What to bring', '', '- your card'],
      ['item', 'Follow-up › What to bring', '', '- a list of pills'],
    ],
  ],
  [
    'a line of its own is a title, and the colon of a sentence no label',
    'SCHOOL\n\nA trip to the farm by the river\n\nThe bus leaves at eight. Call us in an emergency, such as snow,\nin winter: 555-0100.',
    [
      ['heading', '', '', 'SCHOOL'],
      ['heading', 'SCHOOL', '', 'A trip to the farm by the river'],
      ['sentence', 'SCHOOL › A trip to the farm by the river', '', 'The bus leaves at eight.'],
      [
        'sentence',
        'SCHOOL › A trip to the farm by the river',
        '',
        'Call us in an emergency, such as snow,\nin winter: 555-0100.',
      ],
    ],
  ],
  [
    'a numbered line above the numbers below it is their heading',
    '6. Noise and trash\n6.1 Quiet hours are from 10 p.m.\n6.2 Bins go out on Tuesday.',
    [
      ['heading', '', '', '6. Noise and trash'],
      ['item', '6. Noise and trash', '', '6.1 Quiet hours are from 10 p.m.'],
      ['item', '6. Noise and trash', '', '6.2 Bins go out on Tuesday.'],
    ],
  ],
  [
    'a clause that is counted in words has its title with what it says first, and above the rest',
    'CLÁUSULAS\n\nQUINTA. Vacaciones. Serán de 23 días. Se piden antes.\n\nDÉCIMA SEGUNDA.- Ropa. La paga la empresa.',
    [
      ['heading', '', '', 'CLÁUSULAS'],
      ['item', 'CLÁUSULAS', '', 'QUINTA. Vacaciones. Serán de 23 días.'],
      ['item', 'CLÁUSULAS › Vacaciones', '', 'Se piden antes.'],
      ['item', 'CLÁUSULAS', '', 'DÉCIMA SEGUNDA.- Ropa. La paga la empresa.'],
    ],
  ],
  [
    'a paragraph may begin with its title',
    'Vacations. You have 23 days. Ask for them early.',
    [
      ['sentence', '', '', 'Vacations. You have 23 days.'],
      ['sentence', 'Vacations', '', 'Ask for them early.'],
    ],
  ],
  [
    'a row goes on where its later columns begin',
    'PILLS\nName       Dose     When\nOxycodone  5 mg     only for pain,\n                    every 6 hours\nDocusate   100 mg   morning',
    [
      ['heading', '', '', 'PILLS'],
      ['heading', 'PILLS', 'Name | Dose | When', 'Name       Dose     When'],
      ['row', 'PILLS', 'Name | Dose | When', 'Oxycodone  5 mg     only for pain,\n                    every 6 hours'],
      ['row', 'PILLS', 'Name | Dose | When', 'Docusate   100 mg   morning'],
    ],
  ],
  [
    'rows carry the heads of their columns',
    'LIPIDS\nTest  Result  Flag  Range\nLDL  157  H  0 - 99\nHDL  38  L  >39',
    [
      ['heading', '', '', 'LIPIDS'],
      ['heading', 'LIPIDS', 'Test | Result | Flag | Range', 'Test  Result  Flag  Range'],
      ['row', 'LIPIDS', 'Test | Result | Flag | Range', 'LDL  157  H  0 - 99'],
      ['row', 'LIPIDS', 'Test | Result | Flag | Range', 'HDL  38  L  >39'],
    ],
  ],
  [
    'a number that stands apart is the number of a heading, and a shortened head of a column is no end of a sentence',
    'USE\n\n8  ERROR CODES\nCode  For  Temp.  Time\nE1  water  50 °C  3:35 h\n\n9  Care of the door\nWipe it.',
    [
      ['heading', '', '', 'USE'],
      ['heading', 'USE', '', '8  ERROR CODES'],
      ['heading', 'USE › 8 ERROR CODES', 'Code | For | Temp. | Time', 'Code  For  Temp.  Time'],
      ['row', 'USE › 8 ERROR CODES', 'Code | For | Temp. | Time', 'E1  water  50 °C  3:35 h'],
      ['heading', 'USE', '', '9  Care of the door'],
      ['sentence', 'USE › 9 Care of the door', '', 'Wipe it.'],
    ],
  ],
  [
    'a line in capitals is a heading, whatever numbers are in it',
    'PAPERS WE NEED BY MAY 27, 2026\n- The card\n\nLDL 157 99',
    [
      ['heading', '', '', 'PAPERS WE NEED BY MAY 27, 2026'],
      ['item', 'PAPERS WE NEED BY MAY 27, 2026', '', '- The card'],
      ['row', 'PAPERS WE NEED BY MAY 27, 2026', '', 'LDL 157 99'],
    ],
  ],
  [
    'a numbered line above a list is its heading',
    'RULES\n\n5. What to bring\n- A towel\n- A cup',
    [
      ['heading', '', '', 'RULES'],
      ['heading', 'RULES', '', '5. What to bring'],
      ['item', 'RULES › 5. What to bring', '', '- A towel'],
      ['item', 'RULES › 5. What to bring', '', '- A cup'],
    ],
  ],
  [
    'a question within a line is the head of what follows it, and a label may run over two lines',
    '- Forgot a plate? Open the door slowly. It goes on.\n\nLock: hold both buttons\nfor 3 seconds. Do the same again.',
    [
      ['item', '', '', '- Forgot a plate? Open the door slowly.'],
      ['item', 'Forgot a plate?', '', 'It goes on.'],
      ['item', '', '', 'Lock: hold both buttons\nfor 3 seconds.'],
      ['item', 'Lock', '', 'Do the same again.'],
    ],
  ],
  [
    'a label and a clause carry what follows them on their lines',
    'Diet: Low in salt. No wine.\n4. Pets. None are allowed. A fine of $50 applies.',
    [
      ['item', '', '', 'Diet: Low in salt.'],
      ['item', 'Diet', '', 'No wine.'],
      ['item', '', '', '4. Pets. None are allowed.'],
      ['item', 'Pets', '', 'A fine of $50 applies.'],
    ],
  ],
  [
    'lines that end for lack of room are one sentence, lines of an address are not headings',
    'You should not lift anything that is heavier than ten pounds\nfor six weeks.\n\nMaria Lopez\n12 Elm Street',
    [
      ['sentence', '', '', 'You should not lift anything that is heavier than ten pounds\nfor six weeks.'],
      ['sentence', '', '', 'Maria Lopez'],
      ['sentence', '', '', '12 Elm Street'],
    ],
  ],
]
for (const [name, text, units] of TABLE) test(name, () => assert.deepEqual(read(text), units))

test('a section continues on the next page', () => {
  const outline = newOutline()
  unitsOf('DIET\nEat well.', outline)
  assert.equal(unitsOf('Drink little.', outline)[0]?.context, 'DIET')
})

test('for any page, its units are in order, separate, of limited length, and contain every word', () => {
  const piece = fc.oneof(
    fc.constantFrom('. ', '\n', '\n\n', 'A: b', '  ', '\t', '| ', '- ', '1. ', '# ', '----\n', 'HEAD\n', 'Dr. ', '? '),
    fc.string({ unit: character }),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
      const text = pieces.join('').toWellFormed()
      let at = 0
      let said = ''
      for (const { start, end } of unitsOf(text, newOutline())) {
        assert.ok(start >= at && end > start, `${start} ${end}`)
        assert.ok(text.slice(start, end).isWellFormed())
        said += text.slice(start, end)
        at = end
      }
      const words = (one: string) => (one.match(/[\p{L}\p{N}]/gu) ?? []).join('')
      assert.equal(words(said), words(text))
    }),
  )
})

test('reads a long page of any characters in time', () => {
  for (const sign of ['a ', 'A: ', '1. ', '| ', '- ', '.', 'A B\n', '9 ', '$1 ', '\t', '#', 'Aa Bb: '])
    unitsOf(sign.repeat(60_000), newOutline())
})
