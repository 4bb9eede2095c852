import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { sendMail } from './mail.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a mail server that accepts the connection but sends nothing times out after ten seconds', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // The library is loaded with the first mail, and uses timers for that.
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
  // One second at a time, because the client may notice the connection after the server. The default timeout of the library is thirty.
  for (let second = 0; second < 20 && state === 'waits'; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    state = await Promise.race([outcome, turn()])
  }
  expect(state).toMatch(/greeting/i)
  for (const socket of sockets) socket.destroy()
  server.close()
})
