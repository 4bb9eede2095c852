import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  to: string[]
  subject: string
  text: string
  /** The HTML part; "" without one. */
  html: string
  headers: string
}

export type MailServer = Awaited<ReturnType<typeof catchMail>>

/** Starts a local SMTP server that keeps all mails it receives. `beforeAnswer` holds back what it says after it has one. */
export async function catchMail(beforeAnswer: () => Promise<unknown> = async () => {}) {
  const letters: Letter[] = []
  /** Callers that wait for the next mail. */
  const waiting: ((letter: Letter) => void)[] = []
  let mayGreet = Promise.resolve()
  const receivers = new Map<string, string>()
  const late: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, done) => void mayGreet.then(() => done()),
    onRcptTo({ address }, _session, done) {
      const answer = receivers.get(address)
      // Without an answer the client waits until its timeout, or until `answerLate`.
      if (answer === 'silent') late.push(() => done(Object.assign(new Error('4.3.0 try again'), { responseCode: 451 })))
      else done(answer ? Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const letter = { to, ...read(Buffer.concat(chunks).toString('latin1')) }
        const next = waiting.shift()
        if (next) next(letter)
        else letters.push(letter)
        void beforeAnswer().then(() => done())
      })
    },
  })
  greetAtOnce(server)
  // A client that was killed has ended its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    /** What the server answers for an address, such as "550 5.1.1 no mailbox"; "silent" for nothing at all. */
    receivers,
    answerLate() {
      for (const answer of late.splice(0)) answer()
    },
    /** Holds back the greeting of new connections. Call the returned function to resume. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      mayGreet = promise
      return resolve
    },
    /** The next mail. */
    next(): Promise<Letter> {
      const letter = letters.shift()
      return letter ? Promise.resolve(letter) : new Promise((resolve) => waiting.push(resolve))
    },
    /** The mails that arrive within 200 ms, which is long enough for any mail sent. */
    async rest() {
      await pause(200)
      return letters.splice(0)
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/** The library greets after 100 ms, to find clients that talk too soon. Tests send hundreds of mails. */
function greetAtOnce(server: SMTPServer) {
  const connections = server.connections as unknown as Set<{ connectionReady: () => void }>
  const add = connections.add.bind(connections)
  connections.add = (connection) => {
    const greet = connection.connectionReady.bind(connection)
    connection.connectionReady = () => {}
    setImmediate(greet)
    return add(connection)
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function read(raw: string) {
  const cut = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, cut).replace(/\r\n[ \t]+/g, ' ')
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  const body = raw.slice(cut + 4)
  const boundary = /^multipart\/alternative;.*boundary="?([^";]+)/i.exec(field('content-type'))?.[1]
  const [text = '', html = ''] = boundary
    ? body.split(`--${boundary}`).slice(1, -1).map(partOf)
    : [decoded(body, field('content-transfer-encoding'))]
  return { headers, subject: words(field('subject')), text: text.replaceAll('\r\n', '\n'), html: html.replaceAll('\r\n', '\n') }
}

function partOf(part: string) {
  const cut = part.indexOf('\r\n\r\n')
  return decoded(part.slice(cut + 4), /^content-transfer-encoding: (\S+)/im.exec(part.slice(0, cut))?.[1] ?? '')
}

const decoded = (text: string, encoding: string) =>
  encoding === 'base64'
    ? Buffer.from(text, 'base64').toString()
    : encoding === 'quoted-printable'
      ? unquoted(text.replace(/=\r\n/g, ''))
      : text

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Decodes the encoded words of a header. */
const words = (text: string) =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, inside: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(inside, 'base64').toString() : unquoted(inside.replaceAll('_', ' ')),
    )
