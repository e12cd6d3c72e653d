import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { character, fc } from '../../test/dice.ts'
import { type Cell, csvStream, csvText, readCsv } from './csv.ts'

const cells: [Cell, string][] = [
  ['742 Juniper Street, 3', '"742 Juniper Street, 3"'],
  ['He said "no"', '"He said ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1 213 555 0100', `"'+1 213 555 0100"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1+1', `"'  =1+1"`],
  ['\u00a0=1+1', `"'\u00a0=1+1"`],
  ['\t=1', `"'\t=1"`],
  ['\r\n=1', `"'\r\n=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['a=1', '"a=1"'],
  ["'=1", `"'=1"`],
  ['', '""'],
  [null, ''],
  [-5, '-5'],
  [12.5, '12.5'],
]

for (const [cell, written] of cells)
  test(`a cell of ${JSON.stringify(cell)} is written as ${JSON.stringify(written)}`, () => {
    assert.equal(csvText([['x', cell]]), `"x",${written}\r\n`)
  })

/** Parses it as RFC 4180 says. */
function parse(csv: string): string[][] {
  const rows: string[][] = []
  for (let at = 0; at < csv.length; ) {
    const row: string[] = []
    for (;;) {
      const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y
      cell.lastIndex = at
      const [all = '', quoted, plain = ''] = cell.exec(csv) ?? []
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
      at += all.length
      if (csv[at] !== ',') break
      at++
    }
    assert.equal(csv.slice(at, at + 2), '\r\n')
    at += 2
    rows.push(row)
  }
  return rows
}

test('reads back everything we write, and no cell begins a formula', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[=+\-@\s",;'\d]{1,8}$/))
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const read = parse(csvText(rows))
      assert.deepEqual(
        read.map((row, y) => row.map((cell, x) => (cell === `'${rows[y]?.[x]}` ? rows[y]?.[x] : cell))),
        rows,
      )
      for (const cell of read.flat()) assert.doesNotMatch(cell, /^\s*[=+\-@]/)
    }),
  )
})

async function* batches(...of: Cell[][][]) {
  yield* of
}

test('streaming gives the same text as writing all rows at once', async () => {
  const rows = [['a'], ['b'], ['c']]
  const stream = await csvStream(['Name'], batches([rows[0] as Cell[]], [], rows.slice(1)))
  // A stream's decoder removes the byte order mark.
  assert.equal(await text(stream as never), csvText([['Name'], ...rows]))
  assert.equal(await text((await csvStream(['Name'], batches())) as never), csvText([['Name']]))
})

test('an early failure throws before an answer begins', async () => {
  // biome-ignore lint/correctness/useYield: it throws first.
  async function* broken(): AsyncGenerator<Cell[][]> {
    throw new Error('away')
  }
  await assert.rejects(csvStream([], broken()), /away/)
})

test('stops reading rows when the reader leaves', async () => {
  let isOver = false
  async function* endless() {
    try {
      for (;;) yield [['row']]
    } finally {
      isOver = true
    }
  }
  const reader = (await csvStream([], endless())).getReader()
  await reader.read()
  await reader.cancel()
  assert.equal(isOver, true)
})

test('reads a file with commas, semicolons, or tabs, with or without a byte order mark', () => {
  for (const [file, cells] of [
    ['\ufeffa,b\r\n1,"2, ""x"""\r\n', ['1', '2, "x"']],
    ['a;b\n1,5;2', ['1,5', '2']],
    ['"a,b";c\n1;2', ['1', '2']],
    ['a\tb\n1\t2', ['1', '2']],
    ['a,b\n\n,\n 1 ,2,3\n', ['1', '2', '3']],
    ['a,b\n"1\n2",3', ['1\n2', '3']],
  ] as const)
    assert.deepEqual(readCsv(file).lines.at(-1)?.cells, cells, JSON.stringify(file))
  assert.deepEqual(readCsv('a,b\n1,"2'), { lines: [], faultyLine: 2 })
})

test('reads back every file that we write, whatever its contents', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: character, minLength: 1 }), { minLength: 1 }), (cells) => {
      const told = cells
        .map((cell) => cell.trim())
        .filter(
          (cell) => cell && !cell.startsWith("'") && !/^[\s\u00a0\u3000\ufeff]|[\s\u00a0\u3000\ufeff]$/.test(cell),
        )
      fc.pre(told.length > 0)
      assert.deepEqual(readCsv(csvText([['head'], told])).lines.at(-1)?.cells, told)
    }),
  )
})
