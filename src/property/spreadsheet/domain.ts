import { type Issue, invalid } from '../../platform/errors.ts'
import type { Property, PropertyForm } from '../property/contract.ts'
import { propertyIssues } from '../property/form-domain.ts'
import { amountOf, zipOf } from '../property/typed-domain.ts'
import * as words from '../text/property.ts'
import * as t from '../text/spreadsheet.ts'
import { type ImportContact, MOST_ROWS } from './contract.ts'
import { stateOf, zipWithZero } from './place-domain.ts'

/** Row of a CSV file. */
export type SheetLine = { line: number; cells: string[] }

type Field = keyof PropertyForm & keyof Property
type Kind = 'text' | 'state' | 'zip' | 'amount' | 'yes' | readonly string[]
type Column = { field: Field; name: () => string; kind: Kind; also?: string }

/** Columns of our files, in order. `also` lists other common headers, in lower case. */
export const COLUMNS: Column[] = [
  { field: 'address_line1', name: words.fieldStreet, kind: 'text', also: 'address,street,direccion,calle' },
  { field: 'unit_number', name: words.fieldUnit, kind: 'text', also: 'unit,apt,apartment,suite,unidad' },
  { field: 'city', name: words.fieldCity, kind: 'text' },
  { field: 'state', name: words.fieldState, kind: 'state' },
  { field: 'zip_code', name: words.fieldZip, kind: 'zip', also: 'zip,postalcode' },
  { field: 'property_type', name: words.fieldType, kind: 'text', also: 'type,tipo' },
  { field: 'bedrooms', name: words.fieldBedrooms, kind: 'amount', also: 'beds,br' },
  { field: 'bathrooms', name: words.fieldBathrooms, kind: 'amount', also: 'baths,ba' },
  { field: 'square_feet', name: words.fieldSquareFeet, kind: 'amount', also: 'sqft,sf' },
  { field: 'rent_amount', name: words.fieldRent, kind: 'amount', also: 'rent,price,alquiler,renta' },
  { field: 'description', name: words.fieldDescription, kind: 'text', also: 'descripcion' },
  { field: 'status', name: t.listingStatus, kind: ['listed', 'unlisted'] },
  {
    field: 'occupancy_status',
    name: words.fieldOccupancy,
    kind: ['vacant', 'resident', 'owner'],
    also: 'occupancy,occupied,isoccupied,ocupada,ocupado',
  },
  { field: 'resident_first_name', name: words.fieldResidentFirst, kind: 'text', also: 'tenantfirstname' },
  { field: 'resident_last_name', name: words.fieldResidentLast, kind: 'text', also: 'tenantlastname' },
  { field: 'resident_phone', name: words.fieldResidentPhone, kind: 'text', also: 'tenantphone' },
  { field: 'resident_email', name: words.fieldResidentEmail, kind: 'text', also: 'tenantemail' },
  { field: 'resident_text_consent', name: words.fieldTextConsent, kind: 'yes' },
  { field: 'use_public_profile', name: words.fieldProfile, kind: 'yes' },
  { field: 'agent_first_name', name: words.fieldAgentFirst, kind: 'text' },
  { field: 'agent_last_name', name: words.fieldAgentLast, kind: 'text' },
  { field: 'agent_phone', name: words.fieldAgentPhone, kind: 'text' },
  { field: 'agent_email', name: words.fieldAgentEmail, kind: 'text' },
  { field: 'agent_license', name: words.fieldAgentLicense, kind: 'text' },
  { field: 'agent_brokerage', name: words.fieldAgentBrokerage, kind: 'text' },
  { field: 'owner_entity_name', name: words.fieldEntityName, kind: 'text' },
  { field: 'owner_first_name', name: words.fieldOwnerFirst, kind: 'text' },
  { field: 'owner_last_name', name: words.fieldOwnerLast, kind: 'text' },
  { field: 'owner_phone', name: words.fieldOwnerPhone, kind: 'text' },
  { field: 'owner_email', name: words.fieldOwnerEmail, kind: 'text' },
  { field: 'showing_instructions', name: words.fieldInstructions, kind: 'text', also: 'instructions,instrucciones' },
]

/** Compares headers without case, accents, spaces, and signs. */
const plain = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** @param names names of each column in all our languages */
function columnOf(header: string, names: ReadonlyMap<string, Field>): Column | undefined {
  const wanted = plain(header)
  if (!wanted) return undefined
  const named = names.get(wanted)
  return COLUMNS.find(
    ({ field, also }) => field === named || plain(field) === wanted || also?.split(',').includes(wanted),
  )
}

/** Returns the names of all columns in the current language, as headers are compared. */
export const headerNames = (): [string, Field][] => COLUMNS.map(({ field, name }) => [plain(name()), field])

export type SheetRow = {
  line: number
  form: PropertyForm
  cells: { name: string; value: string }[]
  hasAgent: boolean
  issues: Issue[]
}

/**
 * Reads rows as forms of new properties, with every error.
 * @throws DomainError invalid, if the file as a whole cannot be read
 */
export function readSheet(
  lines: SheetLine[],
  names: ReadonlyMap<string, Field>,
  contact: ImportContact,
): { ignoredColumns: string[]; rows: SheetRow[] } {
  const [head, ...body] = lines
  const refuse = (message: string) => invalid([{ path: 'csv', message }])
  if (!head || body.length === 0) throw refuse(t.noRows())
  if (body.length > MOST_ROWS) throw refuse(t.tooManyRows({ most: MOST_ROWS }))
  const columns = head.cells.map((header) => columnOf(header, names))
  if (!columns.some((column) => column?.field === 'address_line1')) throw refuse(t.noAddressColumn())
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) throw refuse(t.columnTwice({ name: twice.name() }))
  return {
    ignoredColumns: head.cells.filter((header, at) => header && !columns[at]),
    rows: body.map(({ line, cells }) => ({ line, ...readRow(columns, cells, contact) })),
  }
}

function readRow(columns: (Column | undefined)[], values: string[], contact: ImportContact) {
  const entered: Record<string, unknown> = {}
  const cells: SheetRow['cells'] = []
  const issues: Issue[] = []
  for (const [at, column] of columns.entries()) {
    const value = values[at] ?? ''
    if (!column || value === '') continue
    cells.push({ name: column.name(), value })
    const read = readValue(column, value)
    if (read.issue) issues.push({ path: column.field, message: read.issue })
    else entered[column.field] = read.value
  }
  // A "no" to the public profile names no one.
  const hasAgent = AGENT.some((field) => entered[field] !== undefined && entered[field] !== false)
  if (!hasAgent) delete entered.use_public_profile
  if (entered.occupancy_status === 'vacant' && namesResident(entered)) {
    issues.push({ path: 'occupancy_status', message: t.vacantWithResident() })
  }
  entered.zip_code &&= zipWithZero(String(entered.zip_code), String(entered.state))
  const form = formOf(entered, hasAgent, contact)
  return { form, cells, hasAgent, issues: [...issues, ...propertyIssues(form, { isNew: true })] }
}

const namesResident = (values: Record<string, unknown>) =>
  Object.keys(values).some((field) => /^resident_.*(name|phone|email)$/.test(field))

const AGENT = ['use_public_profile', 'agent_first_name', 'agent_last_name', 'agent_email']

/** Completes a row with its contact and who lives there. It attests no consent that the row lacks. */
function formOf(
  values: Record<string, unknown>,
  hasAgent: boolean,
  { copied_from, ...contact }: ImportContact,
): PropertyForm {
  return {
    ...(hasAgent ? {} : contact),
    occupancy_status: namesResident(values) ? 'resident' : 'vacant',
    resident_text_consent: false,
    ...values,
    // A copied phone number can be another person's.
    ...(values.use_public_profile === true &&
      !values.agent_phone &&
      !copied_from && { agent_phone: contact.agent_phone }),
  }
}

const YES = ['yes', 'y', 'true', '1', 'x', 'si', 'verdadero']
const NO = ['no', 'n', 'false', '0', 'falso']

function readValue({ kind }: Column, value: string): { value?: unknown; issue?: string } {
  if (kind === 'text') return { value }
  if (kind === 'state') return { value: stateOf(value) }
  if (kind === 'zip') return { value: zipOf(value) }
  if (kind === 'amount') return { value: amountOf(value) }
  const word = plain(value)
  if (kind === 'yes') {
    return YES.includes(word) || NO.includes(word) ? { value: YES.includes(word) } : { issue: t.yesOrNo() }
  }
  const meant = kind.includes('resident') ? occupancyOf(word) : word
  return kind.includes(meant) ? { value: meant } : { issue: t.oneOf({ values: kind.join(', ') }) }
}

const TENANT = ['occupied', 'tenant', 'tenantoccupied']

/** Other lists only say whether a home is occupied. The resident must get notice, so we take them for a tenant. */
const occupancyOf = (word: string): string => {
  if (YES.includes(word) || TENANT.includes(word)) return 'resident'
  return NO.includes(word) ? 'vacant' : word
}

/** Writes a property as a row that an import reads again. */
export const sheetRow = (property: Property): (string | number | null)[] =>
  COLUMNS.map(({ field, kind }) => {
    const value = property[field] as string | number | boolean | null
    // A yes that no one attested would become an attestation when someone imports the row.
    if (field === 'resident_text_consent' && !property.resident_text_attested_at) return null
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    // Sold and rented are an admin's choices.
    if (Array.isArray(kind) && !kind.includes(value)) return kind.at(-1)
    return value
  })

/** Compares addresses without case. */
export const addressKey = ({ address_line1, unit_number, zip_code }: Partial<Record<Field, unknown>>): string =>
  [address_line1, unit_number, zip_code]
    .map((part) =>
      String(part ?? '')
        .trim()
        .toLowerCase(),
    )
    .join('|')
