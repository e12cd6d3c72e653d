/** A postal address as on an envelope, with the mailing services' field names. */
export type PostalAddress = {
  name: string
  address_line1: string
  address_line2: string | null
  address_city: string
  address_state: string
  address_zip: string
}

/** Labels a unit: "4B" becomes "Unit 4B", while "Apt 4B" and "#4" stay as they are. */
export const unitLabel = (unit: string): string => (/^[\dA-Za-z-]{1,6}$/.test(unit) ? `Unit ${unit}` : unit)

type StreetAddress = {
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
}

/** Writes the street and unit on one line: `2817 Alder Street, Unit 3`. */
export const streetLine = ({
  address_line1,
  unit_number,
}: Pick<StreetAddress, 'address_line1' | 'unit_number'>): string =>
  [address_line1, unit_number && unitLabel(unit_number)].filter(Boolean).join(', ')

/** Writes an address on one line: `2817 Alder Street, Unit 3, Los Angeles, CA 90026`. */
export const addressLine = ({ city, state, zip_code, ...street }: StreetAddress): string =>
  [streetLine(street), city, `${state} ${zip_code}`].filter(Boolean).join(', ')

/** The last two parts of an address: Los Angeles, CA 90026. */
const CITY_AND_STATE = -2

/** Shortens an address as `addressLine` writes it to its street and unit. */
export const streetOf = (address: string): string => address.split(', ').slice(0, CITY_AND_STATE).join(', ')
