import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/* Sends a request every few milliseconds in a thread of its own, so that work of the benchmark does not count as a wait for the server. */
const { url, path, fields } = workerData as { url: string; path: string; fields: Record<string, string> }

let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
const read = () => fetch(`${url}/api/${path}`, { method: 'POST', body: new URLSearchParams(fields) }).then((answer) => answer.arrayBuffer())
for (let n = 0; n < 50; n++) await read()
await wait(1500)
parentPort?.postMessage('ready')
const waits: number[] = []
while (!isOver) {
  const start = performance.now()
  await read()
  waits.push(performance.now() - start)
  await wait(10)
}
parentPort?.postMessage(waits)
