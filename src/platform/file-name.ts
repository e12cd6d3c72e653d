/** What a person has written as a part of a file's name, `742-juniper-street`, 60 characters at most. Empty: nothing is left. */
export const fileNamePart = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 60)
    .replace(/-$/, '')
