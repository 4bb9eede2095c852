import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { memoryMb, type Ours } from './servers.ts'

export interface Held {
  minute: number
  /** Memory of the whole process, which goes up and down with what is not collected yet. */
  mb: number
  /** What is alive in its main thread, in MB: all that could not be collected. */
  alive: number
  handles: number
  /** Files below the data folder that are neither the database nor uploads. */
  temporary: number
  walMb: number
}

/** What the server holds now. Its debugger listens at this port of the loopback (NODE_OPTIONS=--inspect). */
export async function held({ pid, folder }: Ours, minute: number, debuggerPort: number): Promise<Held> {
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

/** Collects what can be collected, as the memory view of a browser's tools does, and asks what is left. */
async function aliveMb(port: number): Promise<number> {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((open, fail) => {
    socket.onopen = open
    socket.onerror = fail
  })
  const ask = (id: number, method: string, params = {}) =>
    new Promise<{ result: { value: number } }>((answered) => {
      socket.addEventListener('message', ({ data }) => {
        const said = JSON.parse(String(data))
        if (said.id === id) answered(said.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  await ask(1, 'HeapProfiler.collectGarbage')
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
  const { result } = await ask(2, 'Runtime.evaluate', { expression, returnByValue: true })
  socket.close()
  return result.value / 1e6
}

/** What goes away while it is looked at was temporary, and is gone. */
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
