import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchServer, memoryMb } from './servers.ts'

export interface ResourceSample {
  minute: number
  /** Memory of the process in MB; varies with garbage that is not collected yet. */
  mb: number
  /** Live memory of the main thread in MB, after a garbage collection. */
  alive: number
  handles: number
  /** Files below the data folder that are neither the database nor uploads. */
  temporary: number
  walMb: number
}

/** Samples the resources of the server. Its debugger listens on this port of the loopback interface (NODE_OPTIONS=--inspect). */
export async function sampleResources({ pid, folder }: BenchServer, minute: number, debuggerPort: number): Promise<ResourceSample> {
  const names = [...filesBelow(folder)]
  const wal = names.find(({ name }) => name.endsWith('.db-wal'))
  return {
    minute: Math.round(minute * 10) / 10,
    mb: memoryMb(pid),
    alive: await aliveMb(debuggerPort),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    temporary: names.filter(({ name }) => /\.part|\.tmp|upload|export/.test(name)).length,
    walMb: wal ? statSync(join(wal.parentPath, wal.name)).size / 1e6 : 0,
  }
}

/** Forces a garbage collection through the debugger and reads the remaining memory. */
async function aliveMb(port: number): Promise<number> {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((open, fail) => {
    socket.onopen = open
    socket.onerror = fail
  })
  const send = (id: number, method: string, params = {}) =>
    new Promise<{ result: { value: number } }>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data))
        if (message.id === id) resolve(message.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send(1, 'HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  const { result } = await send(2, 'Runtime.evaluate', { expression, returnByValue: true })
  socket.close()
  return result.value / 1e6
}

/** All files below the folder. A folder that disappears during the walk was temporary and is skipped. */
function* filesBelow(folder: string): Generator<Dirent> {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name))
      else yield entry
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
