import { boundedTask } from '../../runtime/bounded-task.ts'

/** Work that never ends, allocates without limit, or finishes immediately. */
export default boundedTask(async ({ kind }: { kind: 'time' | 'memory' | 'fine' }) => {
  const held: number[][] = []
  while (kind !== 'fine') if (kind === 'memory') held.push(new Array(1_000_000).fill(held.length))
  return { kind, environment: Object.keys(process.env) }
})
