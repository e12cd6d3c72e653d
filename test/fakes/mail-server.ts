import type { AddressInfo, Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** `isAcknowledged`: the sender got our acceptance, and did not hang up at that moment. */
export type ArrivedMail = { from: string; recipients: string[]; mail: ParsedMail; raw: string; isAcknowledged: boolean }
/**
 * What goes wrong after we accept the next mail. `answer lost`: the connection breaks; `answer late`: the sender times
 * out.
 */
export type MailFault =
  | { command: 'RCPT' | 'DATA'; code: number; text: string }
  | 'silence'
  | 'hang up'
  | 'answer lost'
  | 'answer late'

/** Starts a real SMTP server on this machine that fails where a test says so. */
export async function startMailServer() {
  const arrived: ArrivedMail[] = []
  const faults: MailFault[] = []
  let choose: (command: 'RCPT' | 'DATA') => MailFault | undefined = () => undefined
  // A sender that continues has read our last answer. A sender that hangs up may not have read it.
  const unproved = new Map<number, ArrivedMail>()
  const mailboxes = new Map<string, { code: number; text: string }>()
  const refusal = (command: 'RCPT' | 'DATA') => {
    const [planned] = faults
    const isPlanned = typeof planned === 'object' && planned.command === command
    if (isPlanned) faults.shift()
    const next = isPlanned ? planned : command === 'RCPT' ? choose(command) : undefined
    if (typeof next !== 'object') return null
    return Object.assign(new Error(next.text), { responseCode: next.code })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom(_address, session, callback) {
      unproved.delete(session.remotePort)
      callback()
    },
    onRcptTo({ address }, _session, callback) {
      const refused = mailboxes.get(address)
      mailboxes.delete(address)
      callback(refused ? Object.assign(new Error(refused.text), { responseCode: refused.code }) : refusal('RCPT'))
    },
    onData(stream, session, callback) {
      void (async () => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer)
        } catch {
          // The sender disconnected before the end.
          return
        }
        const refused = refusal('DATA')
        if (refused) return callback(refused)
        const fault = faults.shift() ?? choose('DATA')
        if (typeof fault === 'object')
          return callback(Object.assign(new Error(fault.text), { responseCode: fault.code }))
        if (fault === 'silence') return
        const isAcknowledged = fault === undefined
        const raw = Buffer.concat(chunks)
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        if (fault !== 'hang up') {
          const mail = await simpleParser(raw)
          const one = {
            from: sender,
            recipients: rcptTo.map(({ address }) => address),
            mail,
            raw: raw.toString(),
            isAcknowledged,
          }
          arrived.push(one)
          unproved.set(session.remotePort, one)
        }
        if (fault === 'answer late') return
        if (fault === 'hang up' || fault === 'answer lost') return hangUp(session.remotePort)
        callback()
      })()
    },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    const port = socket.remotePort ?? 0
    socket.on('close', () => {
      sockets.delete(socket)
      const last = unproved.get(port)
      if (last) last.isAcknowledged = false
      unproved.delete(port)
    })
  })
  const hangUp = (port?: number) => {
    for (const socket of sockets) if (port === undefined || socket.remotePort === port) socket.destroy()
  }
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    failNext: (...next: MailFault[]) => void faults.push(...next),
    /** Lets each mail fail from now on, as `chosen` says. */
    failBy(chosen: (command: 'RCPT' | 'DATA') => MailFault | undefined) {
      choose = chosen
    },
    /** Refuses the next mail to this mailbox. */
    refuse: (mailbox: string, code: number, text: string) => void mailboxes.set(mailbox, { code, text }),
    async close() {
      hangUp()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
