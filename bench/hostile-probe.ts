import { renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/*
 * Preloaded into the measured server: records the CPU time of the longest event loop turn. SIGUSR2 writes the value to the file
 * PROBE and resets it.
 */
const file = process.env['PROBE']
if (isMainThread && file) {
  let longest = 0
  const cpu = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let previous = cpu()
  setInterval(() => {
    const now = cpu()
    longest = Math.max(longest, now - previous)
    previous = now
  }, 1).unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, String(longest))
    renameSync(`${file}.new`, file)
    longest = 0
  })
}
