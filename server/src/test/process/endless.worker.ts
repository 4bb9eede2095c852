import { boundedTask } from '../../runtime/bounded-task.ts'

/** Work that never ends, takes more and more, or is done at once. */
export default boundedTask(async ({ kind }: { kind: 'time' | 'memory' | 'fine' }) => {
  const held: number[][] = []
  while (kind !== 'fine') if (kind === 'memory') held.push(new Array(1_000_000).fill(held.length))
  return { kind, environment: Object.keys(process.env) }
})
