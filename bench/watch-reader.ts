import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/* Reads a page every few milliseconds in a thread of its own, so that work of the benchmark does not count as a wait for the server. */
const { url, page_id } = workerData as { url: string; page_id: string }

let isOver = false
parentPort?.once('message', () => {
  isOver = true
})
const readPage = () =>
  fetch(`${url}/api/page/info`, { method: 'POST', body: new URLSearchParams({ page_id }) }).then((answer) => answer.arrayBuffer())
for (let n = 0; n < 50; n++) await readPage()
await wait(1500)
parentPort?.postMessage('ready')
const waits: number[] = []
while (!isOver) {
  const start = performance.now()
  await readPage()
  waits.push(performance.now() - start)
  await wait(10)
}
parentPort?.postMessage(waits)
