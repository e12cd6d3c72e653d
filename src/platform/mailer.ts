/** An email to one mailbox. `id` is its idempotency key: the same ID is sent only once. `plannedAt` is RFC 3339. */
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
  /** @throws VendorError, permanent or retryable */
  send(mail: Mail): Promise<unknown>
}
