import { ApiError } from '../../../platform/api-client.ts'
import * as t from '../../text/booking.ts'

/** Says why there are no times to choose from. The API's text for an unlisted property is meant for programs. */
export const timesFault = (error: Error): string =>
  error instanceof ApiError && error.code === 'property_not_found' ? t.cannotBook() : error.message
