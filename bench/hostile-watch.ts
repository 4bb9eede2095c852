import { parentPort, workerData } from 'node:worker_threads'

/** Requests /healthz every 20 ms in a separate thread. On a message it posts the response times in ms since the last message. */
const INTERVAL_MS = 20
let times: number[] = []

async function requestHealth() {
  const started = performance.now()
  const isOk = await fetch(`${workerData.url}/healthz`).then(
    async (response) => (await response.text()).includes('"ok":true'),
    () => false,
  )
  times.push(isOk ? performance.now() - started : Number.POSITIVE_INFINITY)
}

setInterval(() => void requestHealth(), INTERVAL_MS)
parentPort?.on('message', () => {
  parentPort?.postMessage(times)
  times = []
})
