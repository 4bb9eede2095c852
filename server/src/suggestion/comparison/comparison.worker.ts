import { boundedTask } from '../../runtime/bounded-task.ts'
import { runTask, type TaskName, type Tasks } from './tasks.ts'

export default boundedTask(({ name, input }: { name: TaskName; input: Tasks[TaskName]['input'] }) => runTask(name, input))
