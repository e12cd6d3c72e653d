/** Crockford's base 32: no letter that is taken for another. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 8 characters: 40 random bits. @param random at least 8 bytes */
export const referenceCode = (random: Uint8Array): string =>
  Array.from(random.subarray(0, 8), (byte) => CROCKFORD[byte & 31]).join('')
