import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@sheaf/contract'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { readConfig } from '../runtime/config.ts'
import { makeApp } from './app.ts'
import { receive } from './body/body.receive.ts'
import { limitsOf, readMultipart } from './body/multipart.ts'

const MIB = 1024 * 1024

it.each([
  ['a form', 'application/x-www-form-urlencoded', 'a=1'],
  [
    'an upload',
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(MIB)}`,
  ],
])('logs %s that the client aborts as aborted, not as an error or a database failure', async (_what, type, head) => {
  const lines: { level: number; msg: string }[] = []
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-broken-off-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder })
  const app = makeApp({ config, log: pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) }) })
  let arrived = () => {}
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve
  })
  app.post('/take', async (request) => {
    arrived()
    if (!type.startsWith('multipart/')) return receive(request, 4 * MIB)
    return (await readMultipart(request, limitsOf(contract.page.upload, config), async () => {}, folder)).done()
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST /take HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${3 * MIB}\r\n\r\n${head}`)
    await hasArrived
    socket.destroy()
    await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain('the client broke off its request'))
    expect(lines.filter(({ level, msg }) => level > 30 || msg === 'databaseAway')).toEqual([])
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
