import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { sendMail } from './mail.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a mail server that takes the connection and says nothing is given up after ten seconds', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // The library loads itself at the first mail, by timers of its own.
  await import('nodemailer')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const connected = once(server, 'connection')
  const config = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://docs.example.com' }
  const sent = sendMail({ config } as Parameters<typeof sendMail>[0], { to: 'emma@example.com', subject: 'Hello', text: 'Hello' })
  const outcome = sent.then(
    () => 'sent',
    (error: Error) => error.message,
  )
  await connected
  const turn = () => new Promise((resolve) => setImmediate(resolve, 'waits'))
  let state: unknown = 'waits'
  // A second at a time: the client may hear of the connection a moment after the server. By itself the library waits for thirty.
  for (let second = 0; second < 20 && state === 'waits'; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    state = await Promise.race([outcome, turn()])
  }
  expect(state).toMatch(/greeting/i)
  for (const socket of sockets) socket.destroy()
  server.close()
})
