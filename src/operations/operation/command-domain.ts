export const adminUsage = `Usage: bin/admin COMMAND

  grant EMAIL   make an account an admin
  second-step-off EMAIL
                turn off two-step verification for a person whose codes no longer work
  log-key EMAIL show how the log names an email: its key and the ID of its account
  verify-log    prove every property's compliance log entry by entry, and check every evidence packet against it
  reconcile     settle every open payment, then prove that the provider, the payments, and the bookings agree
  missing-payments TIME
                list money at the provider since a time, such as 2026-11-30T03:00Z, for which we have no payment,
                because you restored an older backup
  backup FOLDER copy the embedded database and the files to a new folder, while the server runs or not
`

/** How many words follow each command. */
const COMMANDS: Record<string, number> = {
  grant: 1,
  'second-step-off': 1,
  'log-key': 1,
  'verify-log': 0,
  reconcile: 0,
  'missing-payments': 1,
  backup: 1,
}

/** Tells whether an operator's command line is a known command with exactly its arguments. */
export const isAdminCommand = ([command = '', ...given]: string[]): boolean =>
  Object.hasOwn(COMMANDS, command) &&
  given.length === COMMANDS[command] &&
  given.every(Boolean) &&
  (command !== 'missing-payments' || readTime(given[0]) !== null)

/** Reads a time that names its offset from UTC. */
export function readTime(text = ''): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}
