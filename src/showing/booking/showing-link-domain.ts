/** What a link to a showing tells the dialog that it opens, in the state of the history entry. */
export type ShowingLinkState = {
  /** The page below is in the history, so closing the dialog goes back to it. */
  isOpenedHere: true
  /** The dialog scrolls to the first new message. */
  isToMessage?: boolean
}

export const OPENED_HERE: ShowingLinkState = { isOpenedHere: true }
