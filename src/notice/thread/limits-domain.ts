/** The most characters in one message. */
export const MOST_WORDS = 480
/** The most characters in an incoming text, as many as a vendor passes on. */
export const MOST_TEXT = 1_600
/** The most messages that one side can write about one showing. */
export const MOST_MESSAGES = 100
