import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export type ArrivedMail = { from: string; recipients: string[]; mail: ParsedMail; raw: string }
/** What goes wrong with the next mail. `answer lost`: it was taken and nobody heard. */
export type MailFault = { command: 'RCPT' | 'DATA'; code: number; text: string } | 'silence' | 'hang up' | 'answer lost'

/** A real SMTP server on this machine, which fails where a test says so. */
export async function startMailServer() {
  const arrived: ArrivedMail[] = []
  const faults: MailFault[] = []
  const mailboxes = new Map<string, { code: number; text: string }>()
  const refusal = (command: 'RCPT' | 'DATA') => {
    const [next] = faults
    if (typeof next !== 'object' || next.command !== command) return null
    faults.shift()
    return Object.assign(new Error(next.text), { responseCode: next.code })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const refused = mailboxes.get(address)
      mailboxes.delete(address)
      callback(refused ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : refusal('RCPT'))
    },
    onData(stream, session, callback) {
      void (async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const refused = refusal('DATA')
        if (refused) return callback(refused)
        const fault = faults.shift()
        if (fault === 'silence') return
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        if (fault !== 'hang up') {
          const mail = await simpleParser(raw)
          arrived.push({ from: sender, recipients: rcptTo.map(({ address }) => address), mail, raw: raw.toString() })
        }
        if (fault === 'hang up' || fault === 'answer lost') return hangUp()
        callback()
      })()
    },
  })
  const sockets = new Set<{ destroy(): void }>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    failNext: (...next: MailFault[]) => void faults.push(...next),
    /** The next mail to this mailbox is refused. */
    refuse: (mailbox: string, code: number, text: string) => void mailboxes.set(mailbox, { code, text }),
    async close() {
      hangUp()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
