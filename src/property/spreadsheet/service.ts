import { type Actor, requireAccount } from '../../platform/actor.ts'
import { type CsvLine, readCsv } from '../../platform/csv.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid, requireValid } from '../../platform/errors.ts'
import { LANGUAGES } from '../../platform/language.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { fullAddress } from '../property/domain.ts'
import type { PropertyService } from '../property/service.ts'
import * as t from '../text/spreadsheet.ts'
import type { ImportResult, PropertyImport, PropertySheet, SheetPreview } from './contract.ts'
import { addressKey, COLUMNS, headerNames, readSheet, type SheetRow, sheetRow } from './domain.ts'
import { listAddresses } from './repository.ts'

type SpreadsheetDeps = { db: Database; properties: Pick<PropertyService, 'addAll' | 'getStartContact' | 'listOwn'> }

/** Imports properties from a spreadsheet and exports them to one. */
export const createSpreadsheetService = (deps: SpreadsheetDeps) => withDeps(deps, { preview, importRows, exportSheet })

export type SpreadsheetService = ReturnType<typeof createSpreadsheetService>

/** Reads a file and stores nothing. @throws DomainError unauthenticated, invalid (the file as a whole) */
async function preview(deps: SpreadsheetDeps, actor: Actor, sheet: PropertySheet): Promise<SheetPreview> {
  const { accountId } = requireAccount(actor)
  const { contact, ignoredColumns, rows } = await rowsOf(deps, actor, sheet)
  const known = new Set((await listAddresses(deps.db, accountId)).map(addressKey))
  const lines = new Map<string, number>()
  return {
    ignoredColumns,
    contact,
    rows: rows.map(({ line, form, cells, hasAgent, issues }) => {
      const key = addressKey(form)
      const isInList = known.has(key)
      const sameAsLine = isInList ? null : (lines.get(key) ?? null)
      if (sameAsLine === null) lines.set(key, line)
      const isKnown = isInList || sameAsLine !== null
      return { line, address: addressOf(form), cells, hasAgent, isKnown, sameAsLine, issues: issues.map(withName) }
    }),
  }
}

/**
 * Adds the chosen rows, all or none.
 * @throws DomainError unauthenticated, invalid (a row with an error, or a line without a row)
 */
async function importRows(
  deps: SpreadsheetDeps,
  actor: Actor,
  { lines, ...sheet }: PropertyImport,
): Promise<ImportResult> {
  requireAccount(actor)
  const { rows } = await rowsOf(deps, actor, sheet)
  const chosen = [...new Set(lines)].map((line) => {
    const row = rows.find((one) => one.line === line)
    if (!row) throw invalid([{ path: 'lines', message: t.noSuchLine({ line }) }])
    return row
  })
  const issues = chosen.flatMap(({ line, issues: found }) =>
    found.map(({ path, message }) => ({ path: `rows.${line}.${path}`, message: t.inLine({ line, message }) })),
  )
  requireValid(issues)
  const added = await deps.properties.addAll(
    actor,
    chosen.map(({ form }) => form),
  )
  return { added: added.length }
}

/** Streams all properties of an account in the columns that an import reads. @throws DomainError unauthenticated */
function exportSheet({ properties }: SpreadsheetDeps, actor: Actor) {
  requireAccount(actor)
  const batches = async function* () {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await properties.listOwn(actor, { limit: 200, cursor })
      yield page.properties.filter(({ is_demo }) => !is_demo).map(sheetRow)
      cursor = page.nextCursor
    }
  }
  return { head: COLUMNS.map(({ name }) => name()), batches: batches() }
}

/** Reads the rows. Rows without an agent get the sent contact, otherwise a new property's start contact. */
async function rowsOf({ properties }: SpreadsheetDeps, actor: Actor, sheet: PropertySheet) {
  const names = new Map(LANGUAGES.flatMap((language) => inLanguage(language, headerNames)))
  const contact = sheet.contact ?? (await properties.getStartContact(actor))
  return { contact, ...readSheet(linesOf(sheet.csv), names, contact) }
}

function linesOf(csv: string): CsvLine[] {
  const { lines, faultyLine } = readCsv(csv)
  if (faultyLine !== null) throw invalid([{ path: 'csv', message: t.unreadableLine({ line: faultyLine }) }])
  return lines
}

const addressOf = ({ address_line1, unit_number, city, state, zip_code }: SheetRow['form']) =>
  fullAddress({
    address_line1: address_line1 ?? '',
    unit_number: unit_number ?? null,
    city: city ?? '',
    state: state ?? '',
    zip_code: zip_code ?? '',
  })

const withName = ({ path, message }: SheetRow['issues'][number]) => {
  const column = COLUMNS.find(({ field }) => field === path.split('.')[0])
  return { path, name: column?.name() ?? path, message }
}
