import { boundedTask } from '../../../runtime/bounded-task.ts'
import { drawDiagram } from './diagram.ts'

// Loaded before the work begins: on a busy machine the time to load them would count as time of the first diagram.
await Promise.all([import('beautiful-mermaid'), import('@resvg/resvg-js')])

export default boundedTask(({ kind, source }: { kind: string; source: string }) => drawDiagram(kind, source))
