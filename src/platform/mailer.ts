/** Email to one mailbox. `id` is its idempotency key, so the same ID is sent once. `plannedAt` is RFC 3339. */
export type Mail = {
  id: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  plannedAt: string
}

export type Mailer = {
  /** @throws VendorError: permanent, or to be tried again */
  send(mail: Mail): Promise<unknown>
}
