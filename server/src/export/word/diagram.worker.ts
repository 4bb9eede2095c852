import { boundedTask } from '../../lib/bounded-task.ts'
import { drawDiagram } from './diagram.ts'

export default boundedTask(({ kind, source }: { kind: string; source: string }) => drawDiagram(kind, source))
