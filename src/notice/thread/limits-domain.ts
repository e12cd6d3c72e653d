/** Most characters of one message. */
export const MOST_WORDS = 480
/** Most characters of a text that comes in: as many as a vendor passes on. */
export const MOST_TEXT = 1_600
/** Most messages that one side can write about one showing. */
export const MOST_MESSAGES = 100
