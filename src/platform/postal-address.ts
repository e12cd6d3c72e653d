/** As it is written on an envelope; the names are those of the mailing services. */
export type PostalAddress = {
  name: string
  address_line1: string
  address_line2: string | null
  address_city: string
  address_state: string
  address_zip: string
}

/** @param from as a setting says it */
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
