import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Postbox {
  url: string
  /** Waits for the next letter and answers its text, decoded. */
  next: () => Promise<string>
  close: () => Promise<void>
}

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })

/** A real SMTP server on this machine that keeps what it is sent. */
export async function openPostbox(): Promise<Postbox> {
  const letters: string[] = []
  const waiting: ((letter: string) => void)[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const letter = decoded(Buffer.concat(parts).toString('latin1'))
        const taker = waiting.shift()
        if (taker) taker(letter)
        else letters.push(letter)
        done()
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: () => {
      const letter = letters.shift()
      return letter === undefined ? new Promise((taken) => waiting.push(taken)) : Promise.resolve(letter)
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** The text of a letter in the ways nodemailer writes it: base64, quoted-printable or as it is. */
function decoded(raw: string): string {
  const cut = raw.indexOf('\r\n\r\n')
  const [head, body] = [raw.slice(0, cut), raw.slice(cut + 4)]
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
