import { renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/*
 * Runs in the server that is measured, before it starts: how much CPU the longest turn of its event loop has taken. SIGUSR2 writes it
 * down and begins anew.
 */
const file = process.env['PROBE']
if (isMainThread && file) {
  let longest = 0
  const cpu = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = cpu()
  setInterval(() => {
    const now = cpu()
    longest = Math.max(longest, now - before)
    before = now
  }, 1).unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(longest))
    renameSync(`${file}.new`, file)
    longest = 0
  })
}
