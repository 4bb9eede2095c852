import { parentPort, workerData } from 'node:worker_threads'

/** Asks /healthz every 20 ms, in a thread of its own, and tells how long each answer took when it is asked. */
const EVERY = 20
let taken: number[] = []

async function ask() {
  const started = performance.now()
  const isOk = await fetch(`${workerData.url}/healthz`).then(
    async (answer) => (await answer.text()).includes('"ok":true'),
    () => false,
  )
  taken.push(isOk ? performance.now() - started : Number.POSITIVE_INFINITY)
}

setInterval(() => void ask(), EVERY)
parentPort?.on('message', () => {
  parentPort?.postMessage(taken)
  taken = []
})
