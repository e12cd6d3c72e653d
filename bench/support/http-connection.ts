import { connect } from 'node:net'

export type Answer = { status: number; body: Buffer }

/**
 * One keep-alive connection over a bare socket, one request at a time. The load shares the CPUs with the server that
 * it measures, and Node's own client would take a third of them. Reads only answers with a Content-Length.
 */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
  let received: Buffer = Buffer.alloc(0)
  let waiting: { done(answer: Answer): void; fail(error: Error): void } | undefined

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) return waiting?.fail(new Error(`An answer without Content-Length:\n${head}`))
    const end = headEnd + 4 + Number(length)
    if (received.length < end) return
    const answer = { status: Number(head.slice(9, 12)), body: received.subarray(headEnd + 4, end) }
    received = received.subarray(end)
    waiting?.done(answer)
  })
  socket.on('close', () => waiting?.fail(new Error('The server closed the connection.')))

  const send = (text: string) => {
    socket.write(text)
    return new Promise<Answer>((done, fail) => {
      waiting = { done, fail }
    })
  }
  return {
    /** @param headers whole lines, each with its line break */
    get: (path: string, headers = '') => send(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`),
    post(path: string, body: object, headers = '') {
      const text = JSON.stringify(body)
      const about = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
      return send(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${about}${headers}\r\n${text}`)
    },
    close: () => void socket.destroy(),
  }
}

export type Connection = Awaited<ReturnType<typeof openConnection>>
