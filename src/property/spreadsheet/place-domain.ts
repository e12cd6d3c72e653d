/** Codes of the states and DC by their names in small letters. */
export const STATE_CODES: Record<string, string> = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  'district of columbia': 'DC',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
}

/** States in which every ZIP code begins with 0. */
const ZERO_STATES = ['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']

/** Gives the ZIP code of such a state the zero back that Excel drops when it saves a CSV file. */
export const zipWithZero = (zip: string, state: string): string =>
  /^[1-9]\d{3}$/.test(zip) && ZERO_STATES.includes(state.toUpperCase()) ? `0${zip}` : zip

/** Reads `north  Carolina` as `NC`. Leaves anything else to the rules of the form. */
export const stateOf = (text: string): string => STATE_CODES[text.trim().replace(/\s+/g, ' ').toLowerCase()] ?? text
