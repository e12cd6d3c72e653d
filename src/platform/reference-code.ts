/** Crockford's base 32, without letters that look alike. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a code of 8 characters from 40 random bits. @param random at least 8 bytes */
export const referenceCode = (random: Uint8Array): string =>
  Array.from(random.subarray(0, 8), (byte) => CROCKFORD[byte & 31]).join('')
