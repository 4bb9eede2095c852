import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  to: string[]
  subject: string
  text: string
  headers: string
}

/** Starts a local SMTP server that keeps all mails it receives. */
export async function catchMail() {
  const letters: Letter[] = []
  /** Callers that wait for the next mail. */
  const waiting: ((letter: Letter) => void)[] = []
  let mayGreet = Promise.resolve()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, done) => void mayGreet.then(() => done()),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const letter = { to, ...read(Buffer.concat(chunks).toString('latin1')) }
        const next = waiting.shift()
        if (next) next(letter)
        else letters.push(letter)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
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

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function read(raw: string) {
  const cut = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, cut).replace(/\r\n[ \t]+/g, ' ')
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  const body = raw.slice(cut + 4)
  return { headers, subject: words(field('subject')), text: decoded(body, field('content-transfer-encoding')).replaceAll('\r\n', '\n') }
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
