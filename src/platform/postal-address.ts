/** Postal address as on an envelope, with the mailing services' field names. */
export type PostalAddress = {
  name: string
  address_line1: string
  address_line2: string | null
  address_city: string
  address_state: string
  address_zip: string
}

/** @param from value of the setting */
export const postalAddressOf = (from: {
  name: string
  line1: string
  line2: string | null
  city: string
  state: string
  zip: string
}): PostalAddress => ({
  name: from.name,
  address_line1: from.line1,
  address_line2: from.line2,
  address_city: from.city,
  address_state: from.state,
  address_zip: from.zip,
})
