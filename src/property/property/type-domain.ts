import * as t from '../text/property.ts'

/** Property types that the form offers. */
export const TYPE_NAMES: Record<string, () => string> = {
  apartment: t.typeApartment,
  house: t.typeHouse,
  condo: t.typeCondo,
  townhouse: t.typeTownhouse,
  duplex: t.typeDuplex,
  studio: t.typeStudio,
  loft: t.typeLoft,
  room: t.typeRoom,
}

/** Returns the name of a type. Any other type is in the agent's own words. */
export const typeName = (type: string): string => TYPE_NAMES[type]?.() ?? type.slice(0, 1).toUpperCase() + type.slice(1)
