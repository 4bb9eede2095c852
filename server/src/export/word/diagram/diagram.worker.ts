import { boundedTask } from '../../../runtime/bounded-task.ts'
import { drawDiagram } from './diagram.ts'

export default boundedTask(({ kind, source }: { kind: string; source: string }) => drawDiagram(kind, source))
